// Runs alone: it sets the time zone of the process.
import test from 'ava';
import {takeZone} from '../../source/commands/carry-out.js';

process.env.TZ = 'America/New_York';

test('fault 41: times without a zone are parsed in the named zone', t => {
	for (const zone of ['local', 'log']) {
		takeZone(zone);
		t.is(new Date(2026, 0, 1).toISOString(), '2026-01-01T05:00:00.000Z', zone);
	}
	takeZone('europe/VIENNA');
	t.is(new Date(2026, 0, 1).toISOString(), '2025-12-31T23:00:00.000Z');
	t.is(new Date(2026, 6, 1).toISOString(), '2026-06-30T22:00:00.000Z', 'in summer');
	takeZone('utc');
	t.is(new Date(2026, 6, 1).toISOString(), '2026-07-01T00:00:00.000Z');
});
