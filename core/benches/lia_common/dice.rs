//! Deterministic pseudo-random numbers.

/// Marsaglia's xorshift.
pub struct Dice(u64);

impl Dice {
    /// Dice whose rolls depend on the seed, which is not zero.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    /// A number from `-limit` to `limit`.
    pub fn small(&mut self, limit: i64) -> i64 {
        self.roll(2 * limit.unsigned_abs() + 1).cast_signed() - limit
    }

    /// Different numbers below `sides`.
    pub fn hand(&mut self, sides: u64, count: usize) -> Vec<u64> {
        let mut hand = Vec::with_capacity(count);
        while hand.len() < count {
            let roll = self.roll(sides);
            if !hand.contains(&roll) {
                hand.push(roll);
            }
        }
        hand
    }
}
