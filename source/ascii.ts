// ASCII codes of characters, as bytes of a log and as UTF-16 code units of a string.

/** Tab. */
export const tab = 9;
/** Line feed, which ends a line. */
export const newline = 10;
/** Carriage return, which some programs write before the line feed. */
export const carriageReturn = 13;
/** ESC, the start of escape sequences. */
export const esc = 27;
/** Space. */
export const space = 32;
/** `"` */
export const quote = 34;
/** `#` */
export const hash = 35;
/** `%` */
export const percent = 37;
/** `(` */
export const openParenthesis = 40;
/** `)` */
export const closeParenthesis = 41;
/** `*` */
export const star = 42;
/** `+` */
export const plus = 43;
/** `,` */
export const comma = 44;
/** `-` */
export const dash = 45;
/** `.` */
export const dot = 46;
/** `/` */
export const slash = 47;
/** `0` */
export const zero = 48;
/** `1` */
export const one = 49;
/** `2` */
export const two = 50;
/** `5` */
export const five = 53;
const nine = 57;
/** `:` */
export const colon = 58;
/** `;` */
export const semicolon = 59;
/** `<` */
export const lessThan = 60;
/** `=` */
export const equals = 61;
/** `>` */
export const greaterThan = 62;
/** `?` */
export const questionMark = 63;
/** `@` */
export const atSign = 64;
/** `A` */
export const upperA = 65;
/** `E` */
export const upperE = 69;
/** `F` */
export const upperF = 70;
/** `P` */
export const upperP = 80;
/** `T` */
export const upperT = 84;
/** `Z` */
export const upperZ = 90;
/** `[` */
export const openBracket = 91;
/** `\` */
export const backslash = 92;
/** `]` */
export const closeBracket = 93;
/** `_` */
export const underscore = 95;
/** `a` */
export const lowerA = 97;
/** `e` */
export const lowerE = 101;
/** `f` */
export const lowerF = 102;
/** `h` */
export const lowerH = 104;
/** `m` */
export const lowerM = 109;
/** `n` */
export const lowerN = 110;
/** `r` */
/** `s` */
export const lowerS = 115;
/** `u` */
export const lowerU = 117;
/** `x` */
export const lowerX = 120;
/** `'` */
export const apostrophe = 39;
/** `z` */
export const lowerZ = 122;
/** `{` */
export const openBrace = 123;
/** `|` */
export const bar = 124;
/** `}` */
export const closeBrace = 125;
/** `~` */
export const tilde = 126;

/** The bit that distinguishes lower case from upper case. */
const smallness = 32;

/** Checks for `0` to `9`. */
export function isDigit(sign: number): boolean {
	return sign >= zero && sign <= nine;
}

/** Checks for `A` to `Z`. */
export function isCapital(sign: number): boolean {
	return sign >= upperA && sign <= upperZ;
}

/** Checks for an ASCII letter. */
export function isLetter(sign: number): boolean {
	return (sign | smallness) >= lowerA && (sign | smallness) <= lowerZ;
}

/** Checks for a hexadecimal digit. */
export function isHexDigit(sign: number): boolean {
	return isDigit(sign) || ((sign | smallness) >= lowerA && (sign | smallness) <= lowerF);
}
