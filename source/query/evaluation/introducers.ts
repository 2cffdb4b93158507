import {backslash, hash} from '../../ascii.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import {noIntroducer} from '../../wasm/text-matcher.js';

/** The byte that starts an escape sequence. */
export const introducers: Readonly<Record<Escapes, number>> = {
	none: noIntroducer,
	clf: backslash,
	json: backslash,
	haproxy: hash,
};
