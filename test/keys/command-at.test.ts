import test from 'ava';
import {commandAt, setOwnKeys} from '../../source/keys/key-bindings.js';

test.afterEach(() => setOwnKeys(new Map()));

test.serial('returns the command of the clicked key, or of the first key in the hint', t => {
	const text = '  (s slowest  ← → tabs  then f: its URLs  Esc closes)';
	const at = (part: string, offset = 0) => commandAt(text, text.indexOf(part) + offset);
	t.is(at('s slowest'), 'find');
	t.is(at('slowest', 3), 'find');
	t.is(at('←'), 'cellLeft');
	t.is(at('→'), 'cellRight');
	t.is(at('tabs'), 'cellLeft');
	t.is(at('its URLs'), 'facets');
	t.is(at('Esc closes)', 9), 'close');
	t.is(at(')'), null);
	t.is(at('  ('), null);
	t.is(commandAt(text, 400), null);
});

test.serial('returns commands in the footer with user keys, and none outside of hints', t => {
	const text = '2–5 status  ⌫ last term  q quit';
	t.is(commandAt(text, 0), null);
	t.is(commandAt(text, 15), 'dropTerm');
	t.is(commandAt(text, text.length - 1), 'quit');
	setOwnKeys(new Map([['quit', ['x']]]));
	t.is(commandAt(text, text.length - 1), null);
	t.is(commandAt('x quit', 3), 'quit');
});
