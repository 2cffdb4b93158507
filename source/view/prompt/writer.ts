import type {Typed} from '../terminal/key-queue.js';

/** An input line that takes the keyboard while it is open. */
export type Writer = {
	/** True while the input line takes the keyboard. */
	isOpen(): boolean;
	type(typed: Typed): void;
	/** True if this input must wait for the completions of the line. */
	isEarly?(typed: Typed): boolean;
	/** Handles pasted text. If missing, `type` gets it as typed text. */
	paste?(text: string): void;
};

/** Passes keys and pastes to the open input line. */
export type Typing = {
	/** True while an input line is open. */
	isTyping(): boolean;
	typed(typed: Typed): void;
	isEarly(typed: Typed): boolean;
	pasted(text: string): void;
};

/** Passes input to the first open writer, which covers the other ones. */
export function typingInto(writers: readonly Writer[]): Typing {
	const open = (): Writer | undefined => writers.find(writer => writer.isOpen());
	return {
		isTyping: () => open() !== undefined,
		typed: typed => open()?.type(typed),
		isEarly: typed => open()?.isEarly?.(typed) ?? false,
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
