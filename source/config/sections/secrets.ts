import type {Node} from 'jsonc-parser';
import type {Section} from '../section.js';

const example = '"customer_ref"';

/** Reads the section `secrets`: names whose values `--redact` hides, too. */
export const readSecrets = (node: Node, section: Section): readonly string[] => {
	if (node.type !== 'array') {
		section.wrongType(node, 'secrets', `a list in brackets, such as [${example}]`);
		return [];
	}
	return (node.children ?? []).flatMap((child, index) => {
		const name = section.text(child, 'a name in secrets', example);
		if (name === undefined) {
			return [];
		}
		if (!/\p{L}/u.test(name)) {
			section.mistake(
				child,
				`${JSON.stringify(name)} in secrets has no letter: write a name such as ${example}`,
			);
			return [];
		}
		section.place(`secrets.${index}`, child);
		return [name];
	});
};
