import test from 'ava';
import {initialListing, type ListingState} from '../../../source/view/listing/listing-state.js';
import {useListing, useSteadyListing} from '../../../source/view/listing/use-listing.js';
import {TextLine} from '../../../source/view/spans/lines.js';
import {externalStore} from '../../../source/view/state/external-store.js';
import {draw} from '../../helpers/draw.js';
import {fakeStore} from '../../helpers/fake-store.js';

test('rows that arrive render only the parts that show them', async t => {
	const count = (n: number) => ({n, arrived: n, partial: false});
	const listing = externalStore<ListingState, Partial<ListingState>>(
		{...initialListing(3, fakeStore().status()), count: count(1)},
		(state, changes) => ({...state, ...changes}),
	);
	let renders = 0;
	function Part() {
		const {count, mode} = useListing(listing);
		return <TextLine text={`${count?.n} ${mode}`} width={20} />;
	}
	function Screen() {
		useSteadyListing(listing);
		renders++;
		return <Part />;
	}
	const drawing = draw(<Screen />, 20, 2, t);
	await drawing.has('1 following');
	listing.dispatch({count: count(2), seen: 2});
	await drawing.has('2 following');
	t.is(renders, 1);
	listing.dispatch({mode: 'held'});
	await drawing.has('2 held');
	t.is(renders, 2);
	listing.dispatch({count: {...count(2), lines: {read: 1, total: 2, unreadable: 1}}});
	listing.dispatch({count: null});
	await drawing.has('undefined held');
	t.true(renders > 2);
});
