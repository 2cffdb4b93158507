import test from 'ava';
import {typingInto, type Writer} from '../../../source/view/prompt/writer.js';
import type {Typed} from '../../../source/view/terminal/key-queue.js';

const letter: Typed = {type: 'text', text: 'a'};

/** Creates a writer that records its input. */
function noting(isOpen: boolean, noted: unknown[], takesPastes = false): Writer {
	return {
		isOpen: () => isOpen,
		type: typed => noted.push(typed),
		...(takesPastes && {paste: (text: string) => noted.push(`pasted ${text}`)}),
	};
}

test('passes keys to the first open writer', t => {
	const [closed, first, second]: unknown[][] = [[], [], []];
	const typing = typingInto([
		noting(false, closed ?? []),
		noting(true, first ?? []),
		noting(true, second ?? []),
	]);
	t.true(typing.isTyping());
	typing.typed(letter);
	t.deepEqual([closed, first, second], [[], [letter], []]);
});

test('passes a paste as typed text to a writer without `paste`', t => {
	const noted: unknown[] = [];
	typingInto([noting(true, noted)]).pasted('b c');
	typingInto([noting(true, noted, true)]).pasted('b c');
	t.deepEqual(noted, [{type: 'text', text: 'b c'}, 'pasted b c']);
});

test('drops keys and pastes if no writer is open', t => {
	const noted: unknown[] = [];
	const typing = typingInto([noting(false, noted, true)]);
	typing.typed(letter);
	typing.pasted('b');
	t.false(typing.isTyping());
	t.deepEqual(noted, []);
});
