//! Parameters of a search: their declaration, and access by name.

use std::ops::RangeInclusive;
use std::sync::Arc;

/// Reads a parameter.
pub type Getter<S> = Arc<dyn Fn(&S) -> u64 + Send + Sync>;

/// Sets a parameter.
pub type Setter<S> = Arc<dyn Fn(&mut S, u64) + Send + Sync>;

/// A number or switch of some settings, found by its name.
pub struct Parameter<S> {
    /// The group and the name: `pdr.question`.
    pub name: &'static str,
    /// The allowed values; a switch has `0..=1`.
    pub range: RangeInclusive<u64>,
    /// Reads its value.
    pub get: Getter<S>,
    /// Sets its value.
    pub set: Setter<S>,
}

impl<S: 'static> Parameter<S> {
    /// Lifts the parameter to settings `T` that contain these settings.
    pub fn lift_to<T: 'static>(
        self,
        part: fn(&T) -> &S,
        part_mut: fn(&mut T) -> &mut S,
    ) -> Parameter<T> {
        let Parameter { name, range, get, set } = self;
        Parameter {
            name,
            range,
            get: Arc::new(move |whole| get(part(whole))),
            set: Arc::new(move |whole, value| set(part_mut(whole), value)),
        }
    }
}

/// A type of values that a parameter can have.
pub trait ParameterValue: Copy {
    /// The value as a number.
    fn to_u64(self) -> u64;
    /// The value that a number stands for.
    fn from_u64(value: u64) -> Self;
}

impl ParameterValue for u64 {
    fn to_u64(self) -> u64 {
        self
    }

    fn from_u64(value: u64) -> u64 {
        value
    }
}

impl ParameterValue for i64 {
    fn to_u64(self) -> u64 {
        self.unsigned_abs()
    }

    fn from_u64(value: u64) -> i64 {
        i64::try_from(value).unwrap_or(i64::MAX)
    }
}

impl ParameterValue for usize {
    fn to_u64(self) -> u64 {
        self as u64
    }

    fn from_u64(value: u64) -> usize {
        usize::try_from(value).unwrap_or(usize::MAX)
    }
}

impl ParameterValue for bool {
    fn to_u64(self) -> u64 {
        u64::from(self)
    }

    fn from_u64(value: u64) -> bool {
        value != 0
    }
}

/// Declares groups of parameters, each parameter with its reason, default and range.
///
/// It makes a type for each group, a type `Settings` of all groups and of the fields in the first braces,
/// and `own_parameters()`.
#[macro_export]
macro_rules! settings {
    (
        $(#[doc = $all:literal])*
        Settings { $( $(#[doc = $reason:literal])* $other:ident: $Other:ty = $value:expr; )* }
        $(
        $(#[doc = $about:literal])*
        $group:ident: $Group:ident {
            $( $(#[doc = $why:literal])* $name:ident: $type:ty = $default:literal, $range:expr; )*
        }
    )*) => {
        $(
            $(#[doc = $about])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct $Group {
                $( $(#[doc = $why])* pub $name: $type, )*
            }

            impl Default for $Group {
                fn default() -> $Group {
                    $Group { $( $name: $default, )* }
                }
            }
        )*

        $(#[doc = $all])*
        #[derive(Clone, Debug)]
        pub struct Settings {
            $( $(#[doc = $reason])* pub $other: $Other, )*
            $( $(#[doc = $about])* pub $group: $Group, )*
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings {
                    $( $other: $value, )*
                    $( $group: $Group::default(), )*
                }
            }
        }

        /// All parameters of these groups, in the order of this file.
        fn own_parameters() -> Vec<$crate::settings::Parameter<Settings>> {
            vec![ $( $( $crate::settings::Parameter {
                name: concat!(stringify!($group), ".", stringify!($name)),
                range: $range,
                get: std::sync::Arc::new(|settings: &Settings| {
                    $crate::settings::ParameterValue::to_u64(settings.$group.$name)
                }),
                set: std::sync::Arc::new(|settings: &mut Settings, value| {
                    settings.$group.$name = $crate::settings::ParameterValue::from_u64(value);
                }),
            }, )* )* ]
        }
    };
}
