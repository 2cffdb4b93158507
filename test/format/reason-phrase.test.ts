import test from 'ava';
import {reasonPhrase} from '../../source/format/reason-phrase.js';

test('returns the reason phrase of a status', t => {
	t.deepEqual([200, 301, 404, 499, 503, 522, 299, 0].map(reasonPhrase), [
		'OK',
		'Moved Permanently',
		'Not Found',
		'Client Closed Request',
		'Service Unavailable',
		'Connection to the Origin Timed Out',
		null,
		null,
	]);
});
