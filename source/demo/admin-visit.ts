import {errorPageBytes} from './answer.js';
import type {Exchange} from './combined-line.js';
import type {Random} from './random.js';
import {shopOrigin} from './shop-visit.js';
import {exchange, type Step} from './visit.js';

const users = ['anna', 'm.weber', 'stock', 'j.okafor'];
const controllers = ['main', 'orders', 'articles', 'customers', 'stock', 'vouchers', 'export'];
const screens = ['orders', 'articles', 'customers', 'vouchers', 'export'];

/** Somebody of the shop signs in, works through a few screens and saves what was changed. */
export function* adminVisit(random: Random): Generator<Step, void> {
	const user = random.pick(users);
	const step = (after: number, url: string, parts: Partial<Exchange>): Step => ({
		after,
		exchange: exchange(url, {user, bytes: random.between(900, 18_000), ...parts}),
	});
	const index = '/admin/index.php';

	yield step(0, index, {status: 401, bytes: errorPageBytes.unauthorised, user: null});
	yield step(random.between(3_000, 12_000), index, {});
	// The controllers are fetched side by side, mostly from the browser's cache.
	for (const name of controllers) {
		const parts = random.chance(0.6) ? {status: 304, bytes: 0} : {};
		yield step(random.between(2, 60), `/admin/controllers/${name}.js`, {
			...parts,
			referer: shopOrigin + index,
		});
	}
	for (let left = random.between(2, 6); left > 0; left--) {
		const screen = random.pick(screens);
		const url = `/admin/${screen}.php`;
		yield step(4_000 + random.wait(15_000), url, {referer: shopOrigin + index});
		yield step(random.between(20, 120), `/admin/controllers/${screen}.js`, {referer: shopOrigin + url});
		if (random.chance(0.6)) {
			const failed = random.chance(0.05);
			yield step(6_000 + random.wait(20_000), url, {
				method: 'POST',
				referer: shopOrigin + url,
				...(failed ? {status: 500, bytes: errorPageBytes.failure} : {status: 302, bytes: 5}),
			});
			if (!failed) {
				yield step(random.between(30, 300), url, {referer: shopOrigin + url});
			}
		}
	}
}
