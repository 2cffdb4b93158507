import {errorPageBytes} from './answer.js';
import type {Random} from './random.js';
import {exchange, type Step} from './visit.js';

const probes = [
	'/wp-login.php',
	'/.env',
	'/admin/config.php',
	'/backup.zip',
	'/.git/config',
	'/phpinfo.php',
	'/admin/upload.php',
];

/** A program that tries doors: what isn't there, one after the other, and the admin's sign-in. */
export function* scannerVisit(random: Random): Generator<Step, void> {
	for (const url of probes) {
		if (random.chance(0.6)) {
			const method = random.chance(0.2) ? 'HEAD' : 'GET';
			const bytes = method === 'HEAD' ? 0 : errorPageBytes.notFound;
			yield {after: random.between(60, 500), exchange: exchange(url, {method, status: 404, bytes})};
		}
	}
	for (let left = random.between(0, 5); left > 0; left--) {
		yield {
			after: random.between(150, 900),
			exchange: exchange('/admin/login.php', {method: 'POST', status: 403, bytes: errorPageBytes.forbidden}),
		};
	}
}
