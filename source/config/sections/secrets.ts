import type {Node} from 'jsonc-parser';
import type {Section} from '../section.js';

const example = '"customer_ref"';

/** Reads the section `secrets`: names whose values `--redact` hides, too. */
export const readSecrets = (node: Node, section: Section): readonly string[] =>
	section.texts(node, 'secrets', 'a name', example, name =>
		/\p{L}/u.test(name) ? undefined : `has no letter: write a name such as ${example}`,
	);
