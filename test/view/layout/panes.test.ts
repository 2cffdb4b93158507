import test from 'ava';
import fc from 'fast-check';
import {
	hidesListing,
	listingWidth,
	maxRows,
	type PaneKind,
	type PanePositions,
	panePositions,
	paneRectangle,
	type Rectangle,
} from '../../../source/view/layout/panes.js';
import {type ScreenSize, screenParts} from '../../../source/view/layout/screen-parts.js';
import {forAll} from '../../helpers/for-all.js';

const kinds: readonly PaneKind[] = ['wide', 'text'];

function rectangles(size: ScreenSize, positions: PanePositions, taken: number): readonly Rectangle[] {
	return kinds.flatMap(kind => paneRectangle(size, positions, kind, taken) ?? []);
}

/** The part of the screen with the column names, the rows and the pager. */
function listingOf(size: ScreenSize, positions: PanePositions, taken: number): Rectangle {
	const {title, search, pager} = screenParts(size.height);
	const y = 1 + Number(title) + Number(search);
	return {x: 0, y, width: listingWidth(size, positions), height: 1 + taken + Number(pager)};
}

function overlap(a: Rectangle, b: Rectangle): boolean {
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const sizes = fc.record({
	width: fc.integer({min: 20, max: 300}),
	height: fc.integer({min: 5, max: 100}),
	isSpoken: fc.boolean(),
});
const opened = fc.constantFrom<readonly PaneKind[]>(
	[],
	['text'],
	['wide'],
	['text', 'wide'],
	['wide', 'text'],
);

test('at any size, panes and the listing are on the screen, large enough, and don’t overlap', t => {
	forAll(4000, sizes, opened, fc.boolean(), fc.nat(1000), (size, open, isWhole, wanted) => {
		const positions = panePositions(size, open, isWhole);
		const most = maxRows(size, positions);
		const taken = Math.min(most, wanted);
		const panes = rectangles(size, positions, taken);
		t.is(panes.length === 0, open.length === 0);
		t.true(most >= 1);
		const parts = [...panes, ...(hidesListing(positions) ? [] : [listingOf(size, positions, taken)])];
		for (const {x, y, width, height} of parts) {
			t.true(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height);
		}
		for (const {width, height} of panes) {
			t.true(width >= 20 && height >= 5);
		}
		t.true(parts.every((a, index) => parts.slice(index + 1).every(b => !overlap(a, b))));
		t.true(open.length === 0 || positions[open.at(-1) ?? 'text'] !== undefined, 'the last one is visible');
	});
});

test('positions follow the size', t => {
	const at = (width: number, height: number, ...open: readonly PaneKind[]) =>
		panePositions({width, height, isSpoken: false}, open, false);
	t.deepEqual(at(80, 24, 'text'), {text: 'over'});
	t.deepEqual(at(149, 33, 'wide'), {wide: 'over'});
	t.deepEqual(at(120, 36, 'text', 'wide'), {wide: 'below'});
	t.deepEqual(at(150, 33, 'wide'), {wide: 'right'});
	t.deepEqual(at(160, 45, 'wide', 'text'), {text: 'right', wide: 'below'});
	t.deepEqual(at(160, 45), {});
	const large = {width: 160, height: 45, isSpoken: false};
	t.deepEqual(panePositions(large, ['wide', 'text'], true), {text: 'whole'});
	t.deepEqual(panePositions({...large, isSpoken: true}, ['text'], false), {text: 'whole'});
});

test('the pane at the right has 43 % of the width, between 60 and 96 columns', t => {
	const left = (width: number) => listingWidth({width, height: 45, isSpoken: false}, {text: 'right'});
	t.deepEqual([150, 160, 220, 300].map(left), [85, 91, 125, 204]);
});
