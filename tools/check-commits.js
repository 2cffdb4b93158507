// Checks the subjects of commits: `area: imperative`, at most 72 characters, without a full stop, and an empty line below.
//
//   node tools/check-commits.js          the commits since this rule began; .ci/run does that
//   node tools/check-commits.js FILE     the message in a file, as a commit-msg hook of Git:
//                                        echo 'exec node tools/check-commits.js "$1"' > .git/hooks/commit-msg && chmod +x .git/hooks/commit-msg
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {argv, exit} from 'node:process';
import {fileURLToPath} from 'node:url';

/** Last commit before the rule was introduced. */
const before = '294fb613190cac3037512a720ae016c18b6a4bda';

/** Returns the fault of a commit message, or undefined if it has no fault. */
export function faultOf(message) {
	const [subject = '', second = ''] = message.split('\n');
	if (subject.length > 72) {
		return `the subject has ${subject.length} characters: 72 at most`;
	}
	if (!/^[a-z][\w./-]*(?:, [a-z][\w./-]*)*: \S/.test(subject)) {
		return 'the subject must begin with its area: "tail: report missing files"';
	}
	if (/: (?:the|an?|what|of|where|that|no|it|all|each|there)\b/.test(subject)) {
		return 'the subject must go on with a verb: "tail: report missing files"';
	}
	if (/\.$/.test(subject)) {
		return 'the subject must not end with a full stop';
	}
	return second === '' ? undefined : 'the line below the subject must be empty';
}

/** Returns the messages of the commits since the rule was introduced; undefined if Git or the history is missing. */
function newMessages() {
	try {
		const options = {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']};
		execFileSync('git', ['merge-base', '--is-ancestor', before, 'HEAD'], options);
		return execFileSync('git', ['log', '--no-merges', '--format=%B%x00', `${before}..HEAD`], options)
			.split('\0')
			.map(message => message.trim())
			.filter(message => message !== '');
	} catch {
		return undefined;
	}
}

if (argv[1] === fileURLToPath(import.meta.url)) {
	const messages =
		argv[2] === undefined
			? newMessages()
			: [
					readFileSync(argv[2], 'utf8')
						.replace(/^#.*\n/gm, '')
						.trim(),
				];
	if (messages === undefined) {
		console.error('Subjects of commits are not checked: the history does not go back far enough');
	}
	const faults = (messages ?? []).flatMap(message => {
		const fault = faultOf(message);
		return fault === undefined ? [] : [`${message.split('\n')[0]}\n  ${fault}`];
	});
	for (const fault of faults) {
		console.error(fault);
	}
	exit(faults.length > 0 ? 1 : 0);
}
