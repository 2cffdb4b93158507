import {messagesOf} from './messages.js';

// Prints all user-visible messages by file: npm run messages

let last = '';
for (const {file, text} of messagesOf('build/source')) {
	if (file !== last) {
		console.log(`\nsource/${file.replace(/\.js$/, '')}`);
		last = file;
	}
	console.log(`  ${text.replaceAll('\n', '\n  ')}`);
}
