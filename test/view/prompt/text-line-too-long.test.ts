import test, {type ExecutionContext} from 'ava';
import {editedBy, inserted, lineOf, tooLongText} from '../../../source/view/prompt/text-line.js';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

async function scene(t: ExecutionContext, options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const screen = screenScene({
		t,
		store: fakeStore(...entries(1, 12)),
		clock: fakeClock(start + 20_000),
		...options,
	});
	await screen.has('12 results found');
	await settle();
	return screen;
}

function pasted(text: string): string {
	return `\u001B[200~${text}\u001B[201~`;
}

const told = 'too long: 2000 characters at most, 1000 more were dropped';

for (const [what, key] of [
	['the search', '/'],
	['what is to be found', 's'],
	['the name of a file', '\u0013\u0015'],
	['the text of a separator', 'M'],
	['a command', ':'],
] as const) {
	for (const rows of [24, 9]) {
		test(`reports a paste that is too long for ${what} until the next edit; ${rows} lines`, async t => {
			const screen = await scene(t, {rows, columns: 80});
			await screen.press(key + pasted('x'.repeat(3000)), told);
			screen.type('\u007F');
			await screen.hasNot('too long');
		});
	}
}

test('reports a truncated command over a panel', async t => {
	const screen = await scene(t);
	await screen.press('!Z', 'Notices');
	await screen.press(`:${pasted('x'.repeat(3000))}`, told);
	t.is(screen.lines()[1], told);
});

test('doesn’t run a truncated command or save under a truncated name', async t => {
	const screen = await scene(t);
	await screen.press(`:query ${pasted(`/en/1${' '.repeat(3000)} -url:1`)}\r`, 'too long: 2000');
	t.true(screen.frame().includes('12 results found'));
	screen.type('\u001B');
	await screen.hasNot('too long');
	await screen.press(`\u0013\u0015${pasted('/x'.repeat(1500))}\r`, told);
	t.true(screen.frame().includes('save as: '));
});

test('reports that the text of a separator was shortened', async t => {
	const screen = await scene(t);
	await screen.press(`M${pasted('x'.repeat(201))}\r`, 'Separator inserted, with the first 200 characters: ');
	await screen.press(`M${pasted('y'.repeat(200))}\r`, 'Separator inserted: ');
});

test('caret movements keep the message about truncated text; edits remove it', t => {
	const cut = inserted(lineOf('ab'), 'x'.repeat(2001));
	t.is(cut.left, 3);
	t.is(tooLongText(cut), 'too long: 2000 characters at most, 3 more were dropped');
	for (const key of ['left', 'right', 'home', 'end', 'ctrl-a', 'ctrl-e']) {
		t.is(editedBy(cut, key)?.left, 3);
	}
	t.is(editedBy(cut, 'backspace')?.left, undefined);
	t.is(tooLongText(inserted(lineOf('ab'), 'x'.repeat(1998))), '');
});
