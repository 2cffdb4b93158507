import test from 'ava';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
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

test('in a search for a status class, shares replace the blocks and columns of that class', async t => {
	const failed = entries(1, 35).map(one => ({...one, status: one.token.length % 2 === 0 ? 404 : 502}));
	const store = fakeStore(...failed, ...entries(36, 70).map(one => ({...one, status: 404})));
	const blocksOf = async (text: string, rows = 3) => {
		const query = parseQuery(text, {now: 0, zoneAt: () => 0});
		const question = {query, columns: 0, rows, values: 5, withVisits: false};
		const [blocks] = await askBlocks(store, question, new AbortController().signal);
		return blocks?.map(({block}) => block);
	};
	const names = async (text: string) => (await blocksOf(text))?.map(({name}) => name);
	const columns = async (text: string) =>
		(await blocksOf(text, 2))?.map(block => block.columns.map(({name}) => name));
	t.deepEqual(await names('ip:203.0.113.9'), ['Clients', 'Routes', '5xx']);
	t.deepEqual(await names('status:400-599'), ['Clients', 'Routes', '5xx']);
	for (const search of ['status:5xx', 'status:502,503 ip:203.0.113.9', 'status:500 OR status:502']) {
		t.false((await names(search))?.includes('5xx'), search);
	}
	t.deepEqual(await columns('status:5xx'), [
		['requests', 'share'],
		['requests', 'share'],
	]);
	t.deepEqual(await columns('status:4xx'), [
		['requests', 'share'],
		['requests', 'share'],
	]);
	t.deepEqual(await columns('ip:203.0.113.9'), [
		['requests', '5xx'],
		['requests', '5xx'],
	]);
});
