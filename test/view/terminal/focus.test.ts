import test from 'ava';
import {terminalFocus} from '../../../source/view/terminal/focus.js';
import type {InputListener, TerminalInput} from '../../../source/view/terminal/terminal-input.js';

function scene() {
	const written: string[] = [];
	let listener: InputListener = {};
	let isExpecting = false;
	const input: TerminalInput = {
		listen(given) {
			listener = given;
			return () => {
				listener = {};
			};
		},
		expect() {
			isExpecting = true;
			return () => {
				isExpecting = false;
			};
		},
		end() {},
	};
	const focus = terminalFocus(input, sequence => written.push(sequence));
	return {written, focus, reply: (text: string) => listener.reply?.(text), isExpecting: () => isExpecting};
}

test('counts as focused until the terminal says otherwise', t => {
	const {focus, reply, written} = scene();
	t.deepEqual(written, ['\u001B[?1004h']);
	t.true(focus.isFocused());
	reply('[O');
	t.false(focus.isFocused());
	reply(']11;rgb:0/0/0');
	t.false(focus.isFocused(), 'another reply');
	reply('[I');
	t.true(focus.isFocused());
});

test('while another program has the terminal, there are no reports, and none after the end', t => {
	const {focus, reply, written, isExpecting} = scene();
	reply('[O');
	focus.hold(false);
	t.true(focus.isFocused());
	focus.hold(true);
	focus.end();
	focus.end();
	focus.hold(true);
	t.deepEqual(written, ['\u001B[?1004h', '\u001B[?1004l', '\u001B[?1004h', '\u001B[?1004l']);
	t.false(isExpecting());
	reply('[O');
	t.true(focus.isFocused());
});
