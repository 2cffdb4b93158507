import test from 'ava';
import {useState} from 'react';
import {defaultChoice} from '../../../source/format/chosen-columns.js';
import type {ColumnWidths} from '../../../source/view/layout/column-widths.js';
import {useColumns} from '../../../source/view/layout/use-columns.js';
import {initialListing, type ListingState} from '../../../source/view/listing/listing-state.js';
import {TextLine} from '../../../source/view/spans/lines.js';
import {draw} from '../../helpers/draw.js';
import {start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';

test("a refresh with the same files keeps the layout object, so rows aren't redrawn", async t => {
	const listingOf = (...paths: readonly string[]): ListingState => {
		const files = paths.map(path => ({path, state: 'following' as const}));
		return initialListing(10, {...fakeStore().status(), files});
	};
	const store = fakeStore();
	const clock = fakeClock(start);
	const layouts: ColumnWidths[] = [];
	let refresh = (_listing: ListingState): void => {};
	function Columns() {
		const [listing, setListing] = useState(listingOf('/a/access.log', '/a/b/access.log'));
		refresh = setListing;
		const widths = {screen: 80, listing: 80, isSpoken: false};
		layouts.push(useColumns(defaultChoice, widths, listing, {store, clock}).layout);
		return <TextLine text={`drawn ${layouts.length}`} width={80} />;
	}
	const drawing = draw(<Columns />, 80, 24);
	await drawing.has('drawn 1');
	refresh(listingOf('/a/access.log', '/a/b/access.log'));
	await drawing.has('drawn 2');
	t.is(layouts[1], layouts[0]);
	refresh(listingOf('/a/access.log', '/a/b/access.log', '/c/access.log'));
	await drawing.has('drawn 3');
	t.deepEqual(
		layouts.map(({apart}) => apart?.directory),
		['/a/', '/a/', '/'],
	);
	drawing.unmount();
});
