import test from 'ava';
import {type Activity, activityOf, activityPause, rateText} from '../../../source/view/listing/activity.js';
import {start} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {colorTheme as theme} from '../../helpers/themes.js';

const status = fakeStore().status();
const following = {...status, files: [{path: 'access.log', state: 'following' as const}]};
const pulse = {end: start, isQuiet: false, isEnded: false, requests: 60, bars: []};

const count = {n: 60, partial: false, arrived: 0};
const state = {mode: 'following' as const, frozen: false, status: following, count};
const indexing = {...state, status: {...following, indexing: {read: 23, total: 100}}};
const ended = {...state, status: {...status, files: [{path: 'a', state: 'ended' as const}]}};

function activity(changes: Partial<Parameters<typeof activityOf>[0]>): Activity {
	return activityOf({
		state,
		pulse,
		lastRequest: null,
		isLimited: false,
		now: start + 180_000,
		theme,
		...changes,
	});
}

test('the state names the reason why rows aren’t current, otherwise whether requests arrive', t => {
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
	const empty = {pulse: null, state: {...state, count: {...count, n: 0}}};
	t.is(activity(empty).text, '○ no request yet');
	t.is(activity({...empty, isLimited: true}).text, '● live');
});

test('a search without recent results reports whether the log has requests', t => {
	const found = (changes: Parameters<typeof activity>[0]): string =>
		activity({isLimited: true, now: start + 3_600_000, ...changes}).text;
	const quiet = {...pulse, isQuiet: true};
	t.is(found({pulse: null, lastRequest: start}), '○ no request for 60 min');
	t.is(found({pulse: null, lastRequest: start + 3_550_000}), '● live');
	t.is(found({pulse: quiet, lastRequest: start + 600_000}), '○ no request for 50 min');
	t.is(found({pulse: quiet, lastRequest: start + 3_550_000}), '○ no result for 60 min');
});

test('a rate has two digits, or below ten only the necessary ones', t => {
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
	const rest = {state, lastRequest: null, isLimited: false};
	const quiet = {...pulse, isQuiet: true};
	const after = (time: number): number | null => activityPause({...rest, pulse: quiet, now: start + time});
	t.is(after(60_000), 5000);
	t.is(after(119_500), 5000);
	t.is(after(120_000), 60_000);
	t.is(after(150_400), 29_600);
	t.is(after(178_000), 5000);
	t.is(after(2 * 3_600_000 + 1), 3_599_999);
	t.is(activityPause({...rest, pulse, now: start + 60_000}), null, 'requests arrive');
	t.is(
		activityPause({...rest, pulse: {...quiet, isEnded: true}, now: start + 60_000}),
		null,
		'nothing follows',
	);
	t.is(activityPause({...rest, pulse: null, now: start}), null);
	const soon = {...rest, pulse: null, lastRequest: start};
	t.is(activityPause({...soon, now: start + 20_000}), 40_000, 'the log may become quiet');
	t.is(
		activityPause({...soon, pulse: quiet, lastRequest: start + 3_600_000, now: start + 3_600_000}),
		60_000,
	);
	for (const other of [{...state, mode: 'held' as const}, {...state, frozen: true}, indexing, ended]) {
		t.is(
			activityPause({...rest, state: other, pulse: quiet, now: start + 60_000}),
			null,
			'the state shows no time',
		);
	}
});
