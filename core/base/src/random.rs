//! Numbers that look random and are the same on every machine.

/// The increment of SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
pub const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64: a bijection under which each bit of the argument changes half of the bits of the result.
pub const fn mix_bits(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of SplitMix64 from seed 0, as its authors' program prints them.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut state = 0u64;
        let mut next = || {
            state = state.wrapping_add(GOLDEN_GAMMA);
            mix_bits(state)
        };
        let expected = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!([next(), next(), next()], expected);
    }
}
