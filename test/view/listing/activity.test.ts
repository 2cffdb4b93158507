import test from 'ava';
import {type Activity, activityOf, activityPause, rateText} from '../../../source/view/listing/activity.js';
import {start} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {colorTheme as theme} from '../../helpers/themes.js';

const status = fakeStore().status();
const following = {...status, files: [{path: 'access.log', state: 'following' as const}]};
const pulse = {end: start, isQuiet: false, isEnded: false, requests: 60, bars: []};

const state = {mode: 'following' as const, frozen: false, status: following};
const indexing = {...state, status: {...following, indexing: {read: 23, total: 100}}};
const ended = {...state, status: {...status, files: [{path: 'a', state: 'ended' as const}]}};

function activity(changes: Partial<Parameters<typeof activityOf>[0]>): Activity {
	return activityOf({state, pulse, isLimited: false, now: start + 180_000, theme, ...changes});
}

test('the state names what keeps rows from being current, otherwise whether requests arrive', t => {
	t.is(activity({}).text, '● live');
	t.is(activity({state: {...state, frozen: true, mode: 'held'}}).text, '‖ frozen');
	t.is(activity({state: {...state, mode: 'held'}}).text, '■ page held');
	t.is(activity({state: indexing}).text, '◐ reading 23 %');
	t.is(activity({state: ended}).text, '○ read to the end');
	t.is(activity({pulse: {...pulse, isQuiet: true}}).text, '○ no request for 3 min');
	t.is(
		activity({pulse: {...pulse, isQuiet: true}, isLimited: true}).text,
		'○ no result for 3 min',
		'a search or an exclude: other requests may arrive',
	);
	t.is(activity({pulse: {...pulse, isQuiet: true, isEnded: true}}).text, '○ the period has ended');
});

test('a rate has two digits, below ten as many as it needs', t => {
	t.deepEqual([1, 59, 60, 312, 600, 3120, 60_000].map(rateText), [
		'0.02/s',
		'1.0/s',
		'1.0/s',
		'5.2/s',
		'10/s',
		'52/s',
		'1000/s',
	]);
});

test('a pause is reported again when its text changes, at most every 5 s', t => {
	const quiet = {...pulse, isQuiet: true};
	const after = (time: number): number | null => activityPause({state, pulse: quiet, now: start + time});
	t.is(after(60_000), 5000);
	t.is(after(119_500), 5000);
	t.is(after(120_000), 60_000);
	t.is(after(150_400), 29_600);
	t.is(after(178_000), 5000);
	t.is(after(2 * 3_600_000 + 1), 3_599_999);
	t.is(activityPause({state, pulse, now: start + 60_000}), null, 'requests arrive');
	t.is(
		activityPause({state, pulse: {...quiet, isEnded: true}, now: start + 60_000}),
		null,
		'nothing follows',
	);
	t.is(activityPause({state, pulse: null, now: start}), null);
	for (const other of [{...state, mode: 'held' as const}, {...state, frozen: true}, indexing, ended]) {
		t.is(activityPause({state: other, pulse: quiet, now: start + 60_000}), null, 'the state shows no time');
	}
});
