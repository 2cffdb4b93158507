import test from 'ava';
import type {Command} from '../../source/keys/command.js';
import {footerHints, hintsText} from '../../source/keys/footer-hints.js';
import {
	bindings,
	boundKeys,
	commandAt,
	commandOf,
	defaultBindings,
	keyLabel,
	keysOf,
	keyWritten,
	setOwnKeys,
} from '../../source/keys/key-bindings.js';
import {commandNames} from '../../source/keys/own-keys.js';
import {helpLines} from '../../source/view/panels/help/help-lines.js';
import {makePanels} from '../../source/view/panels/panels.js';

test.afterEach(() => setOwnKeys(new Map()));

test.serial('returns the command of the clicked key, or of the first key in the hint', t => {
	const text = '  s slowest  ← → tabs  then f: its URLs, a  Esc closes';
	const at = (part: string, offset = 0) => commandAt(text, text.indexOf(part) + offset);
	t.is(at('s slowest'), 'find');
	t.is(at('slowest', 3), 'find');
	t.is(at('←'), 'cellLeft');
	t.is(at('→'), 'cellRight');
	t.is(at('tabs'), 'cellLeft');
	t.is(at('its URLs'), 'facets');
	t.is(at('Esc closes', 9), 'close');
	t.is(at(','), null);
	t.is(at('  s'), null);
	t.is(commandAt(text, 400), null);
});

test.serial('returns the command of a footer hint, also with a user’s key, else null', t => {
	const text = '2–5 status  ⌫ last term  q quit';
	t.is(commandAt(text, 0), null);
	t.is(commandAt(text, 15), 'dropTerm');
	t.is(commandAt(text, text.length - 1), 'quit');
	setOwnKeys(new Map([['quit', ['x']]]));
	t.is(commandAt(text, text.length - 1), null);
	t.is(commandAt('x quit', 3), 'quit');
});

function shown(
	own: ReadonlyArray<readonly [Command, readonly string[]]>,
	command: Command,
): string | undefined {
	return boundKeys(new Map(own)).find(binding => binding.command === command)?.shown;
}

/** Returns the keys at the beginning of the help's lines. */
function leads(): readonly string[] {
	return helpLines(makePanels(), 200).map(line => ('lead' in line ? line.lead : ''));
}

test('giving a command its default keys changes nothing', t => {
	t.deepEqual(boundKeys(new Map([['quit', ['q']]])), defaultBindings);
});

test('user keys replace the default ones, and are removed from other commands', t => {
	const table = boundKeys(new Map<Command, readonly string[]>([['rowDown', ['ctrl-n', 'q']]]));
	const keys = new Map(table.map(binding => [binding.command, binding.keys]));
	t.deepEqual(keys.get('rowDown'), ['ctrl-n', 'q']);
	t.deepEqual(keys.get('quit'), []);
	t.deepEqual(keys.get('rowUp'), ['k', 'up']);
});

test('the help shows user keys, with commands that share a line', t => {
	t.is(shown([['rowDown', ['ctrl-n', 'pagedown']]], 'rowDown'), '^N PgDn');
	t.is(shown([['status4', ['&']]], 'status2'), '2 3 & 5 0');
	t.is(shown([['newest', ['ctrl-a']]], 'newest'), '^A Home');
	t.is(shown([['homeKey', []]], 'newest'), 'g F');
	t.is(shown([['quit', ['x']]], 'oldest'), 'G End');
});

test.serial('matching, hints and help use the active keys', t => {
	t.teardown(() => setOwnKeys(new Map()));
	setOwnKeys(
		new Map<Command, readonly string[]>([
			['search', ['ctrl-f']],
			['cellRight', ['l']],
			['unwanted', []],
			['facets', ['F']],
		]),
	);
	t.is(commandOf('ctrl-f'), 'search');
	t.is(commandOf('/'), undefined);
	t.is(commandOf('F'), 'facets');
	t.is(commandOf('g'), 'newest');
	t.is(keysOf('cellLeft', 'cellRight'), '← l');
	t.is(keysOf('unwanted'), null);
	t.is(
		hintsText(footerHints(80)),
		'^F search  Enter details  i timeline  F top  r routes  d diff  z rows  ? help',
	);
	t.is(hintsText(footerHints(60, ['cell'])), '← l cell  + search for it  Esc leaves it  z rows  ? help');
	const help = leads();
	t.true(help.some(line => line.startsWith('^F ')));
	t.false(help.some(line => line.startsWith('/ ')));
	t.true(help.some(line => line.startsWith('g Home ')));
	// The help omits an example whose keys would be wrong.
	t.false(help.some(line => line.startsWith('4 f ')));
	t.true(help.some(line => line.startsWith('j Enter ')));
	setOwnKeys(new Map());
	t.is(bindings().find(({command}) => command === 'search')?.shown, '/');
	t.true(leads().some(line => line.startsWith('4 f ')));
});

test('each key of the table can be written by its name, and as in the help', t => {
	for (const name of defaultBindings.flatMap(({keys}) => keys)) {
		t.deepEqual(keyWritten(name), {name});
		t.deepEqual(keyWritten(keyLabel(name)), {name});
	}
});

test('a command has one name', t => {
	t.is(commandNames.size, defaultBindings.length);
	t.is(commandNames.get('row-down'), 'rowDown');
	for (const name of commandNames.keys()) {
		t.regex(name, /^[a-z\d]+(?:-[a-z\d]+)*$/);
	}
});
