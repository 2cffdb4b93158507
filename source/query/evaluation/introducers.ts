import type {Escapes} from '../../entries/values/decode-text.js';
import {noIntroducer} from '../../kernel/text-judge.js';

/** The byte that begins escapes. */
export const introducers: Readonly<Record<Escapes, number>> = {
	none: noIntroducer,
	clf: '\\'.charCodeAt(0),
	json: '\\'.charCodeAt(0),
	haproxy: '#'.charCodeAt(0),
};
