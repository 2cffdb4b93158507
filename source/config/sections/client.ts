import type {Node} from 'jsonc-parser';
import {type ClientMode, clientModes, isProxies} from '../../entries/client-choice.js';
import type {Section} from '../section.js';

/** Reads `client`: see `ClientChooser`. */
export const readClientMode = (node: Node, section: Section): ClientMode | undefined =>
	section.word(node, 'client', clientModes);

const example = '"10.0.0.0/8"';

/** Reads `trustedProxies`: addresses and networks. */
export const readTrustedProxies = (node: Node, section: Section): readonly string[] =>
	section.texts(node, 'trustedProxies', 'a proxy', example, text =>
		isProxies(text)
			? undefined
			: `is neither an address nor a network: write ${example}, "203.0.113.7", "default" or "unix:"`,
	);
