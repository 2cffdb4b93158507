// Configuration for `npm test`: all tests, bundled by suite.js to run in a few processes.
import {readFileSync} from 'node:fs';

const {ava} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Folders whose tests spend the most time waiting. They start first, so that no process runs alone at the end. */
const first = ['end-to-end', 'tail', 'store', 'repository', 'fleet'];

function rank(path) {
	const index = first.findIndex(name => path.includes(`/suite/${name}`));
	return index === -1 ? first.length : index;
}

export default {
	...ava,
	files: ['build/suite/**/*.test.js'],
	sortTestFiles: (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1),
};
