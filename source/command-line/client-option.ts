import type {Settings} from '../config/settings.js';
import {type ClientChoice, clientModes, isProxies, usualProxies} from '../entries/client-choice.js';
import {oneOf} from './one-of.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/**
 * How the clients of requests are chosen, by `--client` and `--trusted-proxies`.
 * @param settings - those of the config file, which hold where nothing is given
 * @throws UsageError
 */
export const clientOption = (given: Given, settings: Settings): ClientChoice => {
	const mode = oneOf(given, 'client', clientModes) ?? settings.client ?? 'auto';
	const list = given.get('trusted-proxies');
	if (list !== undefined && mode === 'peer') {
		throw new UsageError(
			given.has('client')
				? '--client peer and --trusted-proxies exclude each other: who connected is the client, whoever that is'
				: '--trusted-proxies makes no difference with "client": "peer" of the config file: give --client auto, too',
		);
	}
	const named =
		list === undefined || list === 'none'
			? []
			: String(list)
					.trim()
					.split(/\s*,\s*|\s+/);
	const other = named.find(text => !isProxies(text));
	if (other !== undefined) {
		throw new UsageError(
			`--trusted-proxies takes addresses and networks, such as default,203.0.113.7,2001:db8::/32, or none, not ${other === '' ? String(list) : other}`,
		);
	}
	return {
		mode,
		trusted: list === undefined ? (settings.trustedProxies ?? usualProxies) : named,
	};
};
