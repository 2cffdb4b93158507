import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** Replaces fast-check's own character arbitraries, which scan all characters before the first text: 0.5 s in every process. */
const character = fc.integer({min: 0, max: 0x10_ffff - surrogates}).map(
	number => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates),
	text => {
		const code = typeof text === 'string' ? (text.codePointAt(0) ?? Number.NaN) : Number.NaN;
		if (!Number.isInteger(code) || text !== String.fromCodePoint(code) || /^\p{Cs}/u.test(text)) {
			throw new Error(`no character: ${text}`);
		}
		return code < firstSurrogate ? code : code - surrogates;
	},
);

/** Strings of any characters except lone surrogates, including names with a meaning in JavaScript. */
export function anyText(lengths: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
	return fc.string({unit: character, ...lengths});
}

/** JSON values that contain strings of any characters. */
export function anyJson(maxDepth: number): fc.Arbitrary<unknown> {
	return fc.jsonValue({maxDepth, stringUnit: character});
}

const allowed = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const also = "-._~!$&'()*+,;=:@";

/** Strings that are valid in a part of a URL. `besides` lists additional characters that this part allows. */
function urlText(besides: string): fc.Arbitrary<string> {
	return fc.string({
		unit: fc.oneof(
			{weight: 10, arbitrary: allowed},
			{weight: 2, arbitrary: fc.constantFrom(...also, ...besides)},
			{weight: 1, arbitrary: character.map(encodeURIComponent)},
		),
	});
}

/** URL paths, with or without segments. */
export const webPath = fc.array(urlText('')).map(segments => segments.map(text => `/${text}`).join(''));

/** URL queries without the question mark. */
export const webQuery = urlText('/?');

/** Whole URLs, such as `http://shop.example/en/?q=1#top`. */
export const webUrl = fc
	.tuple(
		fc.constantFrom('http', 'https'),
		fc.domain(),
		webPath,
		fc.option(webQuery.map(text => `?${text}`)),
		fc.option(urlText('/?').map(text => `#${text}`)),
	)
	.map(
		([scheme, host, path, query, fragment]) => `${scheme}://${host}${path}${query ?? ''}${fragment ?? ''}`,
	);
