/**
 * Matches strings in which every character is a separate grapheme: none combines or joins. Includes ASCII except the carriage
 * return, which forms a grapheme with a line feed; also Latin letters, dashes and quotes, and all symbols of the screen, from
 * arrows to geometric shapes.
 */
const plainText =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are of them
	/^[\0-\x0C\x0E-\x7F\xA0-\xA8\xAA-\xAC\xAF-\u02FF\u2010-\u2027\u2190-\u25FF]*$/;

const {Segmenter} = Intl;

/**
 * `Intl.Segmenter` with the same results, but created on first need: the first use of `Intl` takes 10 ms, and nearly all drawn
 * text can be split without it. In the bundle it replaces `Intl.Segmenter` for libraries that create one at load time.
 */
export class LateSegmenter implements Intl.Segmenter {
	readonly #isDefault: boolean;
	#made: Intl.Segmenter | undefined;

	/** For anything except graphemes in the default locale, creates an `Intl.Segmenter` immediately. */
	constructor(locales?: Intl.LocalesArgument, options?: Intl.SegmenterOptions) {
		const {granularity = 'grapheme', ...others} = options ?? {};
		this.#isDefault = locales === undefined && granularity === 'grapheme' && Object.keys(others).length === 0;
		if (!this.#isDefault) {
			this.#made = new Segmenter(locales, options);
		}
	}

	segment(text: string): Intl.Segments {
		return this.#isDefault && plainText.test(text) ? new PlainGraphemes(text) : this.#segmenter.segment(text);
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
