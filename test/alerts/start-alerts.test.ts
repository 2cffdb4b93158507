import test from 'ava';
import {parseRule} from '../../source/alerts/parse-rule.js';
import {startAlerts} from '../../source/alerts/start-alerts.js';
import {start} from '../helpers/entry.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {fakeStoreAt} from '../helpers/fake-store.js';

test('a missing program is reported when a rule is added, once', t => {
	const clock = fakeClock(start);
	const alerts = startAlerts({
		...{store: fakeStoreAt(clock), clock, wanted: [], program: 'no-such-program'},
		...{settled: Promise.resolve(), env: {PATH: '/bin'}, ring() {}},
	});
	t.teardown(() => alerts.close());
	t.deepEqual(alerts.getNotices(), []);
	alerts.add(parseRule('any url:/x'));
	alerts.add(parseRule('any url:/y'));
	t.deepEqual(
		alerts.getNotices().map(({text}) => text),
		["alert: no-such-program can't be started: there is no such program; give its whole path"],
	);
});
