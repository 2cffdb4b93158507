import test from 'ava';
import {typingInto, type Writer} from '../../../source/view/prompt/writer.js';
import type {Typed} from '../../../source/view/terminal/key-queue.js';

const letter: Typed = {type: 'text', text: 'a'};

/** A writer that notes what it gets. */
function noting(isOpen: boolean, noted: unknown[], takesPastes = false): Writer {
	return {
		isOpen: () => isOpen,
		type: typed => noted.push(typed),
		...(takesPastes && {paste: (text: string) => noted.push(`pasted ${text}`)}),
	};
}

test('what is typed goes to the first that is open', t => {
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

test('what is pasted is typed where nothing else takes it', t => {
	const noted: unknown[] = [];
	typingInto([noting(true, noted)]).pasted('b c');
	typingInto([noting(true, noted, true)]).pasted('b c');
	t.deepEqual(noted, [{type: 'text', text: 'b c'}, 'pasted b c']);
});

test('nothing is typed where nothing is open', t => {
	const noted: unknown[] = [];
	const typing = typingInto([noting(false, noted, true)]);
	typing.typed(letter);
	typing.pasted('b');
	t.false(typing.isTyping());
	t.deepEqual(noted, []);
});
