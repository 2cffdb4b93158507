import test from 'ava';
import {isSecretName} from '../../source/redaction/secret-name.js';

const secret = `token access_token accessToken X-Amz-Security-Token key api_key apikey APIKey password user[password] passwd pwd
	secret client_secret session PHPSESSID JSESSIONID sid sessionToken auth Authorization oauth_verifier code email e-mail
	user_email userEmail %74oken to%6ben username login jwt signature X-Amz-Signature csrf_token authenticity_token cookie`;

const harmless = `p page q query search lang id sort order keyword keywords monkey user_agent userAgent http_user_agent User-Agent
	status_code statusCode author authors path method url time format width c`;

for (const name of secret.split(/\s+/)) {
	test(`${name} looks secret`, t => {
		t.true(isSecretName(name));
	});
}

for (const name of harmless.split(/\s+/)) {
	test(`${name} doesn't`, t => {
		t.false(isSecretName(name));
	});
}

test('a name longer than any may have anything in it', t => {
	t.true(isSecretName('a'.repeat(257)));
	t.false(isSecretName('a'.repeat(256)));
});
