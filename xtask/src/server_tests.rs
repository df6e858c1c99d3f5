//! Tests of the server: over the wire, on a folder made for each.

use super::*;

/// A served folder that goes away with the value.
struct Served {
    folder: PathBuf,
    port: u16,
}

impl Served {
    /// Serves a small site below `/sub/site/`; `name` tells the tests' folders apart.
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("hornbook-server-{name}-{}", std::process::id()));
        let site = folder.join("site");
        fs::create_dir_all(site.join("deep")).expect("writable");
        for (file, text) in [
            ("site/index.html", "<p>top"),
            ("site/app.wasm", "\0asm"),
            ("site/app.js", "let a;"),
            ("site/a b.txt", "spaced"),
            ("site/deep/index.html", "<p>deep"),
            ("secret.txt", "secret"),
        ] {
            fs::write(folder.join(file), text).expect("writable");
        }
        let site = Site::new(&site, "/sub/site/").expect("a folder");
        let server = Server::bind(0).expect("a free port");
        let port = server.port;
        assert_eq!(server.address(&site), format!("http://127.0.0.1:{port}/sub/site/"));
        std::thread::spawn(move || server.run(site));
        Self { folder, port }
    }

    /// Sends bytes and gives the whole answer.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("listening");
        stream.write_all(bytes).expect("sent");
        stream.shutdown(Shutdown::Write).expect("shut");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes())
    }

    fn status(&self, path: &str) -> String {
        self.get(path).split(' ').nth(1).unwrap_or_default().to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn files_have_their_types() {
    let served = Served::new("types");
    for (path, kind, body) in [
        ("/sub/site/", "text/html; charset=utf-8", "<p>top"),
        ("/sub/site/index.html?x=1", "text/html; charset=utf-8", "<p>top"),
        ("/sub/site/app.wasm", "application/wasm", "\0asm"),
        ("/sub/site/app.js", "text/javascript; charset=utf-8", "let a;"),
        ("/sub/site/a%20b.txt", "text/plain; charset=utf-8", "spaced"),
        ("/sub/site/deep/", "text/html; charset=utf-8", "<p>deep"),
    ] {
        let answer = served.get(path);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{path}: {answer}");
        assert!(answer.contains(&format!("Content-Type: {kind}\r\n")), "{path}: {answer}");
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{path}: {answer}");
    }
}

#[test]
fn folders_without_their_slash_are_redirected() {
    let served = Served::new("folders");
    assert!(served.get("/sub/site").contains("\r\nLocation: /sub/site/\r\n"));
    assert!(served.get("/sub/site/deep").contains("\r\nLocation: /sub/site/deep/\r\n"));
}

#[test]
fn nothing_outside_the_site_is_served() {
    let served = Served::new("outside");
    for path in ["/", "/index.html", "/sub/", "/sub/sites", "/sub/site/none", "/sub/site/app.js/"] {
        assert_eq!(served.status(path), "404", "{path}");
    }
    for path in [
        "/sub/site/../secret.txt",
        "/sub/site/%2e%2e/secret.txt",
        "/sub/site/deep/..%2f..%2fsecret.txt",
        "/sub/site/..%5csecret.txt",
        "/sub/site/%00",
        "/sub/site/%zz",
        "/sub/site/%e9",
    ] {
        assert_eq!(served.status(path), "400", "{path}");
    }
    let absolute = format!("/sub/site/{}", served.folder.join("secret.txt").display());
    assert_eq!(served.status(&absolute), "404");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_site_are_not_followed() {
    let served = Served::new("links");
    let link = served.folder.join("site").join("link.txt");
    std::os::unix::fs::symlink(served.folder.join("secret.txt"), link).expect("linked");
    assert_eq!(served.status("/sub/site/link.txt"), "404");
}

#[test]
fn only_get_and_head_are_answered() {
    let served = Served::new("methods");
    let head = served.send(b"HEAD /sub/site/app.js HTTP/1.1\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.contains("Content-Length: 6\r\n"));
    assert!(head.ends_with("\r\n\r\n"), "{head}");
    let post = served.send(b"POST /sub/site/ HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
    assert!(post.starts_with("HTTP/1.1 405 ") && post.contains("Allow: GET, HEAD"), "{post}");
}

#[test]
fn bad_requests_do_no_harm() {
    let served = Served::new("bad");
    for bytes in [&b"\xff\xfe\0\r\n\r\n"[..], b"GET\r\n\r\n", b"GET / SPDY/3\r\n\r\n", b""] {
        assert!(served.send(bytes).starts_with("HTTP/1.1 400 "), "{bytes:?}");
    }
    let long = vec![b'a'; LONGEST_HEAD + 5000];
    assert!(served.send(&long).starts_with("HTTP/1.1 431 "));
    for _ in 0..20 {
        drop(TcpStream::connect((Ipv4Addr::LOCALHOST, served.port)).expect("listening"));
    }
    assert_eq!(served.status("/sub/site/"), "200");
}

#[test]
fn a_port_in_use_and_a_missing_folder_are_said() {
    let served = Served::new("port");
    let message = Server::bind(served.port).expect_err("taken");
    assert!(message.contains("in use") && message.contains("--port"), "{message}");
    assert!(Site::new(&served.folder.join("none"), "/").is_err());
}
