// The least that asks one question with undici: node least-undici.mjs ADDRESS
import {request} from 'undici';

const answer = await request(process.argv[2], {
	method: 'POST',
	headers: {'content-type': 'application/json'},
	body: '{"productId":7}',
});
console.log(await answer.body.json());
