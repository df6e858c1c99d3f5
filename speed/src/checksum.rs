//! A checksum that is the same on every machine.

/// The hash FNV-1a of 32 bits over what was added so far.
pub(crate) struct Checksum(u32);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0x811c_9dc5)
    }
}

impl Checksum {
    /// Adds numbers.
    pub(crate) fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|n| self.bytes(&n.to_le_bytes()));
    }

    /// Adds a text; its end counts.
    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.numbers(&[text.len() as u64]);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }

    /// The checksum.
    pub(crate) fn value(&self) -> u32 {
        self.0
    }
}
