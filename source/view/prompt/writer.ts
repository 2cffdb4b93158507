import type {Typed} from '../keys/typed.js';

/** What the keyboard belongs to while something is written for it. */
export type Writer = {
	/** Whether what is typed is for it. */
	isOpen(): boolean;
	type(typed: Typed): void;
	/** Takes what was pasted; without it, that is typed. */
	paste?(text: string): void;
};

/** What keys and pastes do while something is written. */
export type Typing = {
	/** Whether something is. */
	isTyping(): boolean;
	typed(typed: Typed): void;
	pasted(text: string): void;
};

/** Hands what is typed to the one that is open: the first of them, since it lies over the others. */
export function typingInto(writers: readonly Writer[]): Typing {
	const open = (): Writer | undefined => writers.find(writer => writer.isOpen());
	return {
		isTyping: () => open() !== undefined,
		typed: typed => open()?.type(typed),
		pasted(text) {
			const writer = open();
			if (writer?.paste) {
				writer.paste(text);
			} else {
				writer?.type({type: 'text', text});
			}
		},
	};
}
