import {useRef} from 'react';
import {hintsText} from '../keys/footer-hints.js';
import type {Typed} from '../keys/typed.js';
import {type CopierOptions, copier, copyHints} from './copier.js';

/** What takes requests out of the program. */
export type HandOff = {
	copy(): void;
	copyCurl(): void;
	/** Asks what to copy: the next key says it. */
	chooseCopy(): void;
	/** Whether the next key says what to copy. */
	isChoosing(): boolean;
	choose(typed: Typed): void;
};

const question = `copy: ${hintsText(copyHints)}`;

/** Carries out what is copied. */
export function useHandOff(options: CopierOptions): HandOff {
	// Several keys may come at once, before React has drawn what the first one did.
	const isChoosing = useRef(false);
	const copying = copier(options);
	return {
		copy: copying.row,
		copyCurl: copying.curl,
		chooseCopy() {
			isChoosing.current = true;
			options.tell(question);
		},
		isChoosing: () => isChoosing.current,
		choose(typed) {
			isChoosing.current = false;
			const key = typed.type === 'text' ? typed.text : typed.key;
			if (!copying.chosen(key)) {
				options.tell(
					key === 'escape'
						? ''
						: `Nothing is copied: c, then one of ${copyHints.map(hint => hint.key).join(' ')}`,
				);
			}
		},
	};
}
