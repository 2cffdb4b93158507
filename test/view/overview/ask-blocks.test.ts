import test from 'ava';
import {everything} from '../../../source/query/query.js';
import {askBlocks} from '../../../source/view/overview/ask-blocks.js';
import {entries} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';

test('lists come without the number of visits if the store refuses to count them', async t => {
	const store = fakeStore(...entries(1, 35));
	store.visits = async () => {
		throw new Error('too many rows to sort');
	};
	const question = {query: everything, columns: 3, rows: 1, values: 5, withVisits: true};
	const [blocks = []] = await askBlocks(store, question, new AbortController().signal);
	t.true(blocks.length > 0);
	t.true(blocks.every(({visits}) => visits === undefined));
});
