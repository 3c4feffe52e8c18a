"""Short word lists of languages that wordfreq lacks, written by hand for the byte model; frequent words and words with telling letters.

Estonian, Esperanto, Maltese, Irish, Welsh, Belarusian and Albanian come as running words, Thai as words that its orthography writes without blanks; an empty entry has justext's list alone.
"""

from __future__ import annotations

SEEDS: dict[str, str] = {
    "et": (
        "ja on ei et see ta oli mis ka kui aga siis veel nii oma selle mida kes üks kõik või või võib seda olid nad me teie ma sa tema meie mitte ära välja üle pärast ning kuid juba "
        "väga hästi aasta aastal aastat päev päeva päevad öö õhtu hommik inimene inimesed inimeste töö tööd tööle keel keele eesti eestis tallinn tartu pärnu võru põlva maa maailm "
        "maailma linn linna küla kool kooli õpetaja õpilane õpilased raamat raamatu lugu laps lapse lapsed isa ema vend õde sõber sõbrad mees naine kuningas riik riigi valitsus "
        "president seadus õigus õiguse kohus sõda sõja rahu vesi vee meri mere jõgi järv mägi mets metsa puu lill päike kuu täht tähed ülikool ülikooli ühiskond ajalugu ajaloo "
        "kultuur kultuuri muusika laul teater kirjanik kirjandus keskus põhi lõuna lääs ida suur väike uus vana hea halb ilus esimene teine kolmas kaks kolm neli viis kuus seitse "
        "kaheksa üheksa kümme sada tuhat miljon mõned paljud palju vähe rohkem kõige ainult jälle nüüd täna homme eile siin seal kus kuhu miks kuidas sest kuna enne ajal järgi "
        "jaoks vastu läbi mööda ümber alla peale juures küsimus vastus tähendab käib teeb tegi saab sai peab pidi võttis andis läks tuli nägi ütles räägib mõtles teadis elab elas "
        "sündis suri õppis töötas kirjutas püüdis jõudis näiteks üldse võimalik võimalus süsteem füüsika keemia žanr šokolaad garaaž"
    ),
    "eo": (
        "la de kaj en estas al ne mi vi li ŝi ĝi ni ili kiu kio tiu tio ĉi ĉiu ĉio ĉiuj ĉar sed por pri kun sen ankaŭ ankoraŭ apenaŭ baldaŭ hieraŭ hodiaŭ morgaŭ antaŭ malantaŭ "
        "preskaŭ kontraŭ laŭ aŭ jam nur tre pli plej tiel kiel kiam tiam ie tie kie ĉie homo homoj lingvo lingvoj esperanto esperantisto mondo monda lando urbo domo vorto vortoj "
        "libro ĝardeno ĝis ĝuste ĝoja ĝenerala paĝo aĝo seĝo manĝi manĝaĵo aĵo ĵurnalo ĵus ĵeti ĵaŭdo ŝipo ŝanĝi ŝajnas ŝtato ŝlosilo fiŝo poŝto freŝa ĥoro ĥaoso eĥo ĉambro ĉevalo "
        "ĉefo ĉielo riĉa felviĉa feliĉa aĉeti ĉirkaŭ aŭtoro aŭto eŭropo naŭ naŭdek kaŭzo aŭskulti laŭdi ludi havas faras povas devas volas diris iris venis vidis skribis parolas "
        "loĝas loĝantoj granda malgranda bona malbona nova malnova unua dua tria jaro jaroj tago nokto akvo maro rivero monto patro patrino infano amiko amikoj laboro vivo tempo "
        "signifas okazis naskiĝis fariĝis komenciĝis troviĝas uzas uzata internacia movado kongreso historio kulturo muziko"
    ),
    "mt": (
        "il u ta li hu fi ma minn dan din għal fuq mhux wara kien kienet kienu jew dwar bħal bħala kif meta fejn għax għalhekk għandu għandha għandhom tagħha tiegħu tagħna tagħhom "
        "aktar ħafna kollha kull ieħor oħra oħrajn ħaġa ħadd ħadem ħareġ ħu ħut saħħa baħar triq belt raħal malta għawdex malti maltin lingwa ġurnata jum lejl sena snin żmien żgħir "
        "żgħira kbir kbira ġdid ġdida qadim tajjeb ħażin sabiħ raġel mara tifel tifla tfal missier omm ħabib ktieb skola università gvern liġi qorti ministru president poplu pajjiż "
        "pajjiżi ewropa dinja storja mużika xogħol ħobż ilma art sema xemx qamar isem kelma kliem ċar ċentru ċittadin ċirku ġo ġie ġew ġenna ġuvni żewġ tnejn tlieta erbgħa ħamsa sitta "
        "sebgħa tmienja disgħa għaxra mija elf seta jista tista għandek qal qalet mar ġab ra kiteb jgħid jagħmel jaħdem jgħix twieled miet sar saru ingħata magħruf magħmul żvilupp"
    ),
    "ga": (
        "agus an na is ar tá bhí sé sí iad mé tú muid le go do de ag i in as ó chun faoi ach nó mar sin seo níl níor ní bhfuil raibh chuaigh tháinig rinne dúirt fuair chonaic thug "
        "bheith déanamh duine daoine fear bean páiste páistí éire éireann gaeilge gaeltacht baile cathair tír tíortha domhan bliain blianta lá oíche maidin tráthnóna inniu inné amárach "
        "uisce farraige sliabh abhainn teach scoil múinteoir leabhar scéal focal teanga ceol amhrán stair rialtas uachtarán dlí ceart cúirt cogadh síocháin mór beag nua sean maith olc "
        "álainn fada gearr ard íseal céad dara tríú dhá trí ceathair cúig sé seacht ocht naoi deich fiche míle gach uile éigin eile féin freisin áfach anois ansin ansiúd cá cén conas "
        "cathain fáth toisc roimh tar éis thar trasna idir gan gur gurb á é í ó ú é sin í sin siúd linn leo léi aige aici acu agam agat orainn orthu uirthi dó di dóibh údarás áit áiteanna"
    ),
    "cy": (
        "y yr a ac yn i o ar at am gan dros drwy mae oedd yw bod wedi ei eu fy dy ein eich hwn hon hyn hynny pobl dyn merch plentyn plant cymru cymraeg caerdydd tŷ dŵr gŵr ŵyn ŵyr sŵn "
        "stŵr tŵr cŵn llŷn lŷn fôn môn môr tân gân cân glân blwyddyn dydd nos bore prynhawn heddiw ddoe yfory byd gwlad tref dinas pentref ysgol athro llyfr gair iaith hanes llywodraeth "
        "cyfraith hawl rhyfel heddwch mynydd afon mawr bach newydd hen da drwg cyntaf ail trydydd un dau tri pedwar pump chwech saith wyth naw deg cant mil pob llawer rhai arall eto "
        "hefyd nawr yna ble pryd sut pam oherwydd cyn ôl rhwng heb gyda tua ŷd ŷm ŷch ffŵl siŵr gwên gêm ystâd sêr pêl"
    ),
    "be": (
        "і у на не што я з ён як да але гэта па за ад для яго яна яны мы вы ты ўсе ўсё быў была было былі будзе ёсць так ужо яшчэ толькі калі дзе хто які якая якое якія гэты гэтая гэтыя "
        "таму потым цяпер сёння ўчора заўтра тут там вельмі больш менш можна трэба чалавек чалавека людзі людзей год годзе гадоў дзень дні дня ноч час часу жыццё жыцця краіна краіны "
        "беларусь беларусі беларускі беларуская беларускай мова мовы мове мінск горад горада вёска вёскі зямля зямлі вада вады рака мора лес поле неба сонца дом дома школа настаўнік "
        "вучань кніга кнігі слова словы гісторыя гісторыі народ народа дзяржава дзяржаўны ўрад закон права суд вайна вайны мір праца працы рабіў рабіць казаў сказаў кажа ведаў ведае "
        "бачыў пайшоў прыйшоў напісаў жыў жыве нарадзіўся памёр стаў вялікі вялікая малы новы новая стары добры дрэнны першы другі трэці адзін два тры чатыры пяць шэсць сем восем дзевяць "
        "дзесяць сто тысяча мільён бацька маці сын дачка брат сястра сябар дзіця дзеці жанчына мужчына рука рукі вочы галава сэрца душа ўніверсітэт культура культуры літаратура пісьменнік "
        "паэт музыка песня тэатр цэнтр раён вобласць рэспубліка прэзідэнт міністр Еўропа польшча расія расіі украіна літва ўвесь увага ўдзел ўладу ўлада праўда сапраўды дзякуй калі ласка"
    ),
    "sq": (
        "dhe të në i e një për me që nga është ka si më nuk u do ishte janë kjo ky këtë ai ajo ata ne ju unë ti çfarë çdo çështje punë ditë vit vjet vend vendi shqipëri shqipëria shqip gjuhë gjuha njeri njerëz njëri "
        "tjetër mirë keq madh vogël ri vjetër parë dytë tretë dy tre katër pesë gjashtë shtatë tetë nëntë dhjetë qind mijë shtëpi shkollë libër fjalë ujë det mal lumë qytet qytetin qeveri qeveria ligj gjykatë luftë paqe "
        "nënë atë babë vëlla motër fëmijë grua burrë kohë jetë bëri bëhet thotë tha dha mori erdhi shkoi foli pa di mund duhet kështu atëherë gjithë gjithmonë asnjë vetëm edhe por sepse kur ku pse nëse kundër përpara pas"
    ),
    "gl": "",
    "eu": "",
    "af": "",
    "th": (
        "ที่ และ การ ใน ของ เป็น มี ได้ ว่า ไม่ ให้ จะ กับ จาก ไป มา ก็ นี้ นั้น แต่ หรือ คน ความ โดย เพื่อ อยู่ ผู้ ต้อง ทำ ทั้ง อย่าง เมื่อ ถึง แล้ว ขึ้น ซึ่ง กว่า ด้วย มาก ออก เข้า ตาม หนึ่ง วัน ปี เวลา "
        "ประเทศ ไทย ประเทศไทย กรุงเทพ จังหวัด อำเภอ เมือง บ้าน น้ำ ดิน ไฟ ลม ฟ้า ทะเล ภูเขา แม่น้ำ โรงเรียน มหาวิทยาลัย นักเรียน ครู หนังสือ ภาษา ภาษาไทย อังกฤษ คำ เรื่อง ข่าว รัฐบาล กฎหมาย "
        "ประชาชน สังคม เศรษฐกิจ การเมือง พรรค ประธาน นายก รัฐมนตรี กระทรวง บริษัท ธุรกิจ ตลาด ราคา เงิน บาท ล้าน พัน ร้อย สิบ สอง สาม สี่ ห้า หก เจ็ด แปด เก้า ใหม่ เก่า ใหญ่ เล็ก ดี สูง ต่ำ แรก "
        "สุดท้าย ระบบ ข้อมูล คอมพิวเตอร์ โปรแกรม อินเทอร์เน็ต เว็บไซต์ โทรศัพท์ รูป ภาพ เพลง หนัง เกม กีฬา ฟุตบอล ทีม ชีวิต ครอบครัว พ่อ แม่ ลูก พี่ น้อง เพื่อน รัก ใจ หัวใจ ตา มือ หน้า อาหาร ข้าว ปลา ไก่ "
        "ผลไม้ โรงพยาบาล แพทย์ ยา โรค สุขภาพ ปัญหา เหตุ ผล วิธี สิ่ง ต่าง เช่น เพราะ ถ้า หาก ยัง เคย กำลัง ควร อาจ สามารถ เรียน รู้ เขียน อ่าน พูด บอก ถาม ตอบ คิด เห็น ดู ฟัง กิน นอน เดิน วิ่ง ซื้อ ขาย ใช้ "
        "เริ่ม จบ เปิด ปิด สร้าง พัฒนา ศึกษา วิจัย วิทยาศาสตร์ เทคโนโลยี ประวัติศาสตร์ วัฒนธรรม ศาสนา พระ วัด พระพุทธเจ้า กษัตริย์ สมเด็จ พระเจ้า โลก ชาติ ระหว่าง ภาย นอก บน ล่าง ก่อน หลัง ระดับ จำนวน "
        "ส่วน กลุ่ม องค์กร สมาชิก ทุก หลาย บาง อื่น เดียว กัน เอง ไว้ ครับ ค่ะ เขา เธอ เรา ผม ฉัน คุณ ท่าน มัน อะไร ใคร ทำไม อย่างไร เท่าไร เมื่อไร ที่ไหน"
    ),
}
