//! A small web server for the files of one folder, on this machine only.
//!
//! It answers GET and HEAD, one thread and one request per connection. [`Site`] turns a request
//! into an answer; [`Server`] moves both over the wire.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The longest head of a request that is read.
const LONGEST_HEAD: usize = 16 * 1024;
/// How long a client may take over one read or write.
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder, and the path below which its files are served.
#[derive(Debug)]
pub struct Site {
    folder: PathBuf,
    base: String,
}

/// The response to a request.
#[derive(Debug)]
struct Answer {
    status: &'static str,
    kind: &'static str,
    /// One more header line, or nothing.
    header: String,
    body: Vec<u8>,
}

impl Answer {
    /// An answer that is only a line of text.
    fn plain(status: &'static str) -> Self {
        let kind = "text/plain; charset=utf-8";
        Self { status, kind, header: String::new(), body: format!("{status}\n").into_bytes() }
    }

    fn with_header(mut self, header: String) -> Self {
        self.header = header;
        self
    }
}

impl Site {
    /// A site of the files below `folder`; `base` begins and ends with a slash.
    pub fn new(folder: &Path, base: &str) -> Result<Self, String> {
        let real = folder
            .canonicalize()
            .ok()
            .filter(|real| real.is_dir())
            .ok_or_else(|| format!("{} is no folder to serve", folder.display()))?;
        Ok(Self { folder: real, base: base.to_owned() })
    }

    /// Answers the first line of a request. The flag says whether the body is to be sent.
    fn answer(&self, request_line: &str) -> (Answer, bool) {
        let words: Vec<&str> = request_line.split(' ').collect();
        let [method, target, version] = words[..] else {
            return (Answer::plain("400 Bad Request"), true);
        };
        if !version.starts_with("HTTP/1.") {
            return (Answer::plain("400 Bad Request"), true);
        }
        match method {
            "GET" => (self.look_up(target), true),
            "HEAD" => (self.look_up(target), false),
            _ => {
                let refusal = Answer::plain("405 Method Not Allowed");
                (refusal.with_header("Allow: GET, HEAD\r\n".to_owned()), true)
            }
        }
    }

    /// The file that a request's target names.
    fn look_up(&self, target: &str) -> Answer {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if format!("{path}/") == self.base {
            return redirect(&self.base);
        }
        let Some(inner) = path.strip_prefix(&self.base) else {
            return Answer::plain("404 Not Found");
        };
        let Some(relative) = relative_path(inner) else {
            return Answer::plain("400 Bad Request");
        };
        // A link may lead out of the folder; what it leads to is not part of the site.
        let file = match self.folder.join(relative).canonicalize() {
            Ok(file) if file.starts_with(&self.folder) => file,
            _ => return Answer::plain("404 Not Found"),
        };
        match (file.is_dir(), path.ends_with('/')) {
            (true, true) => read_file(&file.join("index.html")),
            (true, false) => redirect(&format!("{path}/")),
            (false, true) => Answer::plain("404 Not Found"),
            (false, false) => read_file(&file),
        }
    }
}

fn redirect(to: &str) -> Answer {
    Answer::plain("301 Moved Permanently").with_header(format!("Location: {to}\r\n"))
}

fn read_file(file: &Path) -> Answer {
    // Only plain files: opening a pipe would wait for whoever writes to it.
    if !file.is_file() {
        return Answer::plain("404 Not Found");
    }
    match fs::read(file) {
        Ok(body) => Answer { status: "200 OK", kind: kind(file), header: String::new(), body },
        Err(_) => Answer::plain("404 Not Found"),
    }
}

/// A request's path as one below the site's folder; `None` if it is malformed or leads elsewhere.
fn relative_path(encoded: &str) -> Option<PathBuf> {
    let decoded = decode(encoded)?;
    let mut path = PathBuf::new();
    for segment in decoded.split('/').filter(|segment| !segment.is_empty()) {
        if matches!(segment, "." | "..") || segment.contains(['\\', ':', '\0']) {
            return None;
        }
        path.push(segment);
    }
    Some(path)
}

/// Resolves `%41` and the like.
fn decode(encoded: &str) -> Option<String> {
    let mut bytes = encoded.bytes();
    let mut decoded = Vec::with_capacity(encoded.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            decoded.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).ok()
}

/// The content type that a file's name tells.
fn kind(file: &Path) -> &'static str {
    let extension = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match extension.as_str() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "hb" | "smt2" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A port of this machine at which a site can be served.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
}

impl Server {
    /// Takes a port of this machine's own address; port 0 takes any free one.
    pub fn bind(port: u16) -> Result<Self, String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            if error.kind() == io::ErrorKind::AddrInUse {
                format!("port {port} is in use; `--port N` takes another, `--port 0` any free one")
            } else {
                format!("port {port} cannot be listened to: {error}")
            }
        })?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        Ok(Self { listener, port })
    }

    /// The address of a site when it is served here.
    pub fn address(&self, site: &Site) -> String {
        format!("http://127.0.0.1:{}{}", self.port, site.base)
    }

    /// Serves for as long as the program runs.
    pub fn run(self, site: Site) {
        let site = Arc::new(site);
        for stream in self.listener.incoming() {
            let site = Arc::clone(&site);
            // A connection that fails, or for which there is no thread, is its client's to retry.
            let served = stream.and_then(|stream| {
                let serve = move || drop(converse(&stream, &site));
                std::thread::Builder::new().spawn(serve)
            });
            if served.is_err() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// Reads one request and answers it.
fn converse(stream: &TcpStream, site: &Site) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let (answer, with_body) = match read_head(stream)? {
        Some(head) => site.answer(head.lines().next().unwrap_or_default()),
        None => (Answer::plain("431 Request Header Fields Too Large"), true),
    };
    send(stream, &answer, with_body)?;
    stream.shutdown(Shutdown::Write)?;
    // Closing with bytes unread would make the system drop the answer, so the rest is read too.
    io::copy(&mut stream.take(64 * LONGEST_HEAD as u64), &mut io::sink()).map(drop)
}

/// The head of a request; `None` if it is too long.
fn read_head(mut stream: &TcpStream) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    loop {
        let count = stream.read(&mut piece)?;
        head.extend_from_slice(&piece[..count]);
        if count == 0 || head.windows(4).any(|end| end == b"\r\n\r\n") {
            return Ok(Some(String::from_utf8_lossy(&head).into_owned()));
        }
        if head.len() > LONGEST_HEAD {
            return Ok(None);
        }
    }
}

fn send(mut stream: &TcpStream, answer: &Answer, with_body: bool) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n{}\r\n",
        answer.status,
        answer.kind,
        answer.body.len(),
        answer.header
    );
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(&answer.body)?;
    }
    stream.flush()
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
