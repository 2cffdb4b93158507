import test from 'ava';
import {nearest} from '../source/nearest.js';

const names = ['sogo', 'shop', 'rows', 'columns', 'url', 'max-entries'];

for (const [given, meant] of [
	['ros', 'rows'],
	['clumns', 'columns'],
	['comulns', 'columns'],
	['max', 'max-entries'],
	['rul', 'url'],
	['shpo', 'shop'],
	['ur', undefined],
	['', undefined],
	['speed', undefined],
] as const) {
	test(`the nearest name to “${given}” is ${meant ?? 'none'}`, t => {
		t.is(nearest(given, names), meant);
	});
}
