import {useState} from 'react';

/** A question that the next key answers. */
export type Question = {
	/** Shows a question. Its key calls `yes`; any other key ends it and has its command. */
	ask(text: string, key: string, yes: () => void): void;
	/** Receives the name of the next key. Returns true if it was the answer. */
	answer(key: string): boolean;
	/** Ends the question. */
	end(): void;
};

/** @param showHint - shows a question until the next key */
export function useQuestion(showHint: (text: string) => void): Question {
	// Several keys may arrive before React renders.
	const [asked] = useState<{key: string | null; yes(): void}>(() => ({key: null, yes() {}}));
	return {
		ask(text, key, yes) {
			Object.assign(asked, {key, yes});
			showHint(text);
		},
		answer(key) {
			const isAnswer = asked.key === key;
			asked.key = null;
			if (isAnswer) {
				asked.yes();
			}
			return isAnswer;
		},
		end() {
			asked.key = null;
		},
	};
}
