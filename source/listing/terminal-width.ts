import stringWidth from 'string-width';
import {LateSegmenter} from './late-segmenter.js';

const segmenter = new LateSegmenter();

/** Terminal columns of a sanitised text. */
export function terminalWidth(text: string): number {
	return stringWidth(text, {countAnsiEscapeCodes: true});
}

/** The graphemes of a text, one by one. */
export function* graphemes(text: string): Generator<string> {
	for (const {segment} of segmenter.segment(text)) {
		yield segment;
	}
}
