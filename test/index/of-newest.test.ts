import {deepStrictEqual} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {ofNewest} from '../../source/index/entry-index.js';
import {Segment} from '../../source/index/segment.js';
import {type Ref, Walk} from '../../source/index/walk.js';
import {forAll} from '../helpers/for-all.js';
import {noTexts} from '../helpers/no-texts.js';

function newest(segments: readonly Segment[], size: number, start: (segment: Segment) => number): Ref[] {
	const walk = new Walk(segments, file => file, 'older', start);
	return Array.from({length: size}, () => walk.next()).filter(ref => ref !== undefined);
}

test('selects segments that contain the newest entries', t => {
	const parts = fc.array(
		fc.record({
			file: fc.nat({max: 2}),
			times: fc.array(fc.integer({min: 0, max: 9}), {maxLength: 8}),
			evicted: fc.oneof(fc.constant(0), fc.nat({max: 8})),
		}),
		{maxLength: 9, size: 'max'},
	);
	const from = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({min: -1, max: 10}));
	forAll(2000, parts, fc.integer({min: 1, max: 6}), from, (all, size, time) => {
		const segments = all.map(({file, times, evicted}, place) => {
			const segment = Segment.open({file, live: false, dictionaries: noTexts}, place * 1000);
			for (const [row, at] of times.entries()) {
				segment.add(at, place * 1000 + row);
			}
			segment.settle();
			segment.evictTo(Math.min(evicted, times.length));
			return segment;
		});
		const start = (segment: Segment): number => segment.rankOf(time, 0) - 1;
		deepStrictEqual(newest(ofNewest(segments, size, start), size, start), newest(segments, size, start));
	});
	t.pass();
});

test('selects a single one of many segments in time order', t => {
	const segments = Array.from({length: 50}, (_, place) => {
		const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, place * 1000);
		for (let row = 0; row < 20; row++) {
			segment.add(place * 100 + row, place * 1000 + row);
		}
		segment.settle();
		return segment;
	});
	t.deepEqual(
		ofNewest(segments, 10, ({rows}) => rows - 1),
		segments.slice(-1),
	);
});
