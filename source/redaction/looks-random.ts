/**
 * Rarity of pairs of letters in words, from 0 (more frequent than by chance) to 4 (nearly absent). Each row is for a first letter
 * and has a digit per second letter. Counted in dictionaries of English, German, French, Spanish, Portuguese, Dutch, Polish and
 * Swedish, and in the names of the packages of npm.
 */
const rarityRows: readonly string[] = [
	'20003102021000303000112222', // a
	'02440444134144034123144424', // b
	'04240440040144044120144422', // c
	'03320323032233034113133433', // d
	'01000112021000113000111121', // e
	'14441144044144144132144424', // f
	'04440422044132144013144434', // g
	'04440444044232043221143424', // h
	'01000104422000012100213241', // i
	'14441444343443244414244444', // j
	'13440443143242144212244434', // k
	'02210233042022024411024403', // l
	'01330444044213004423144424', // m
	'02000101031231023200123422', // n
	'11102213131000103000010232', // o
	'04430341044033014021144434', // p
	'44444444444344444444144444', // q
	'01110212041111024100023412', // r
	'02020231031112003300122422', // s
	'03230330023223034001132412', // t
	'11111213123010314000433243', // u
	'14440444144444144334244444', // v
	'14441443144342144324344424', // w
	'34343444244444324442444434', // x
	'23232434343222314312443443', // y
	'14341444144443244444243423', // z
];

const chanceRarity = 1;

/** Points of a change between letters and digits. Only names of products and versions have it, not words. */
const changePoints = 3;
/** Points of a change before a capitalised word (`iPhone15Pro`), and before the number of a word (`photo12`). */
const wordPoints = 2;
const numberPoints = 1;
const numberOfWord = /(?<=[a-z]{4})\d{1,4}(?![a-z\d])/iy;
/** Points of a capital after a small letter: `confirmPassword` has one. */
const capitalPoints = 2;
/** Points of a value without small letters. */
const capitalsPoints = 1;
/** Points of a value with letters and digits that is a hexadecimal number. It has too few pairs of letters. */
const hexPoints = 2;
/** Points of a separator, unless the value has small letters and capitals. Separated words are shorter, so their pairs say less. */
const separatorPoints = -3;

/** A value with more points than this isn't made of words. */
const maxWordPoints = 2;
const minLength = 8;
/** Minimum number of characters besides the known words. */
const minLeft = 6;

/** Common abbreviations and forms with rare pairs: formats and standards, cameras' pictures, versions, sizes, dates, years. */
const known =
	/https?|html\d?|xml|json|csv|css|sql|php|pdf|svg|js(?![a-z])|sha\d{1,3}|md5|utf8|mp[34]|h26[45]|x(?:86|64)|win(?:32|64)|ip(?:hone|v[46])|i18n|dsc|img|v\d{1,2}(?:(?:alpha|beta)\d{1,2})?(?![a-z\d])|(?<![a-z\d])\d{2,4}x\d{2,4}(?![a-z\d])|\d{3,4}p(?![a-z\d])|(?<!\d)(?:19|20)\d\d(?:-?\d\d-?\d\d(?:t\d[\d:.-]*z?)?)?(?![a-z\d])/gi;

/** Percent-encoded characters count as separators, even if they are encoded more than once. */
const percentEncoded = /%(?:25)*[\da-f]{2}/gi;

type Sort = 'small' | 'capital' | 'digit' | 'separator';

function sortOf(unit: number): Sort {
	if (unit >= 97 && unit <= 122) {
		return 'small';
	}
	if (unit >= 65 && unit <= 90) {
		return 'capital';
	}
	return unit >= 48 && unit <= 57 ? 'digit' : 'separator';
}

function changeAt(text: string, at: number): number {
	if (sortOf(text.charCodeAt(at)) === 'capital' && sortOf(text.charCodeAt(at + 1)) === 'small') {
		return wordPoints;
	}
	numberOfWord.lastIndex = at;
	return numberOfWord.test(text) ? numberPoints : changePoints;
}

/**
 * True if a word looks random, like a token or a hash: it has 8 characters or more, and pairs of adjacent characters that are rare
 * in words outweigh the frequent ones. `oauth2`, `iPhone15Pro` and `my-holiday-photos` don't. docs/guarantees.md has the rule.
 */
export function looksRandom(word: string): boolean {
	const decoded = word.replaceAll(percentEncoded, '-');
	const text = decoded.replaceAll(known, '');
	if (decoded.length < minLength || text.length < minLeft || !/[a-z]/i.test(text)) {
		return false;
	}
	const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text);
	let points = /[a-z]/.test(text) ? 0 : capitalsPoints;
	points += /\d/.test(text) && /^[\da-f-]+$/i.test(text) ? hexPoints : 0;
	let last = sortOf(text.charCodeAt(0));
	for (let at = 1; at < text.length; at++) {
		const sort = sortOf(text.charCodeAt(at));
		if (sort === 'separator' || last === 'separator') {
			points += sort === 'separator' && !isMixed ? separatorPoints : 0;
		} else if (sort === 'digit' || last === 'digit') {
			points += sort === last ? 0 : changeAt(text, at);
		} else if (sort === 'capital' && last === 'small') {
			points += capitalPoints;
		} else {
			const row = rarityRows[(text.charCodeAt(at - 1) | 32) - 97] ?? '';
			points += row.charCodeAt((text.charCodeAt(at) | 32) - 97) - 48 - chanceRarity;
		}
		last = sort;
	}
	return points > maxWordPoints;
}
