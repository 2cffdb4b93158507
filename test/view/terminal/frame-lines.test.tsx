import test from 'ava';
import type {DOMElement} from 'ink';
import type {ReactElement} from 'react';
import {DrawnBy} from '../../../source/view/screen/screen.js';
import {frameLines} from '../../../source/view/terminal/frame-lines.js';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {waitFor} from '../../helpers/wait-for.js';

for (const [columns, lines] of [
	[80, 24],
	[160, 50],
	[37, 9],
	[20, 2],
] as const) {
	test(`draws the same lines as Ink on a ${columns}x${lines} screen`, async t => {
		let root: DOMElement | undefined;
		const takeOver = (taken: DOMElement) => {
			root = taken;
			return () => {};
		};
		const scene = (wrap?: (app: ReactElement) => ReactElement) =>
			screenScene({
				t,
				store: fakeStore(...entries(1, 35)),
				clock: fakeClock(start + 40_000),
				columns,
				lines,
				...(wrap && {wrap}),
			});
		const own = scene(app => <DrawnBy takeOver={takeOver}>{app}</DrawnBy>);
		const s = scene();
		const drawn = () => root && frameLines(root).map(line => line.trimEnd());
		const isSame = () => JSON.stringify(drawn()) === JSON.stringify(s.lines().map(line => line.trimEnd()));
		// The listing, a selected row and cell, the search with its completions, and the panels.
		for (const keys of [
			'',
			'j',
			'\x1b[C',
			'\x1b',
			'/',
			'sta',
			'\t',
			'\x1b',
			'5',
			'C',
			'?',
			'?',
			't',
			'f',
			'r',
			'i',
		]) {
			own.type(keys);
			s.type(keys);
			await waitFor(isSame, () => `${JSON.stringify(keys)}\n${drawn()?.join('\n')}\n---\n${s.frame()}`);
		}
		t.true(isSame());
		own.close();
		s.close();
	});
}
