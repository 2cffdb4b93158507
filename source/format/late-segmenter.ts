/**
 * Texts every character of which is a grapheme of its own: it combines with nothing, joins nothing, and is no emoji. Of
 * ASCII that is all but the carriage return, which makes one with a line feed; and Latin letters, dashes and quotes,
 * arrows, mathematical signs, frames and blocks.
 */
const plainText =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are of them
	/^[\0-\x0C\x0E-\x7F\xA0-\xA8\xAA-\xAC\xAF-\u02FF\u2010-\u2027\u2190-\u2193\u2200-\u22FF\u2500-\u259F]*$/;

const {Segmenter} = Intl;

/**
 * `Intl.Segmenter`, which it gives the same graphemes as, but made at its first need: the first use of anything of
 * `Intl` takes 10 ms, and nearly all that is drawn falls into graphemes without it. In the bundle, libraries get it
 * in its place, which make one when they are loaded.
 */
export class LateSegmenter implements Intl.Segmenter {
	readonly #isUsual: boolean;
	#made: Intl.Segmenter | undefined;

	/** What isn't for graphemes in the language of the process, is `Intl.Segmenter` from the start. */
	constructor(locales?: Intl.LocalesArgument, options?: Intl.SegmenterOptions) {
		const {granularity = 'grapheme', ...others} = options ?? {};
		this.#isUsual = locales === undefined && granularity === 'grapheme' && Object.keys(others).length === 0;
		if (!this.#isUsual) {
			this.#made = new Segmenter(locales, options);
		}
	}

	segment(text: string): Intl.Segments {
		return this.#isUsual && plainText.test(text) ? new PlainGraphemes(text) : this.#segmenter.segment(text);
	}

	resolvedOptions(): Intl.ResolvedSegmenterOptions {
		return this.#segmenter.resolvedOptions();
	}

	get #segmenter(): Intl.Segmenter {
		this.#made ??= new Segmenter();
		return this.#made;
	}
}

/** The graphemes of a plain text: its characters. */
class PlainGraphemes implements Intl.Segments {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	containing(codeUnitIndex = 0): Intl.SegmentData | undefined {
		const index = Math.trunc(codeUnitIndex) || 0;
		return index >= 0 && index < this.#text.length ? this.#at(index) : undefined;
	}

	*[Symbol.iterator](): Generator<Intl.SegmentData, undefined> {
		for (let index = 0; index < this.#text.length; index++) {
			yield this.#at(index);
		}
	}

	#at(index: number): Intl.SegmentData {
		return {segment: this.#text.charAt(index), index, input: this.#text};
	}
}
