;; The inner loops of the lexical ranking: BM25F over postings.

;; Reads postings of a term: the chunks that hold it, and how often:
;;   tf = sum over fields of frequency * norm[field][length[field][chunk]]
;; at, end: the postings, laid out as postings.ts says, with a byte to spare behind them; chunk: the one before the first of them, -1
;; for none; lengths: u16 a chunk, four fields in turn; norms: float64 a length, four fields in turn, normBytes each; chunks: u32
;; each, tfs: float64 each, behind the last of which the greatest is written.
;; Returns how many postings there are, or -1 when one names a chunk that does not exist.
;; What the form of a posting decides is computed rather than branched on, where that can be: it changes from one posting to the
;; next, and each branch that the processor foresees wrongly costs as much as the rest of a posting.
(func (export "readPostings")
  (param $at i32) (param $end i32) (param $chunk i32) (param $chunkCount i32)
  (param $lengths i32) (param $norms i32) (param $normBytes i32) (param $chunks i32) (param $tfs i32)
  (result i32)
  (local $head i32) (local $byte i32) (local $shift i32) (local $field i32) (local $mask i32) (local $tf f64)
  (local $most f64) (local $first i32)
  (local.set $first (local.get $chunks))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      ;; A number of one byte or two, either of which may come next; of more, hardly ever.
      (local.set $byte (i32.load16_u (local.get $at)))
      (local.set $shift (i32.and (i32.shr_u (local.get $byte) (i32.const 7)) (i32.const 1)))
      (local.set $at (i32.add (i32.add (local.get $at) (local.get $shift)) (i32.const 1)))
      (local.set $head
        (i32.or
          (i32.and (local.get $byte) (i32.const 0x7f))
          (i32.and
            (i32.and (i32.shr_u (local.get $byte) (i32.const 1)) (i32.const 0x3f80))
            (i32.sub (i32.const 0) (local.get $shift)))))
      (if (i32.eq (i32.and (local.get $byte) (i32.const 0x8080)) (i32.const 0x8080))
        (then
          (local.set $shift (i32.const 14))
          (loop $more
            (local.set $byte (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $head
              (i32.or (local.get $head)
                (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
            (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
            (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))))
      (local.set $chunk
        (i32.add (local.get $chunk)
          (i32.add (i32.shr_u (local.get $head) (i32.const 3)) (i32.const 1))))
      (if (i32.ge_u (local.get $chunk) (local.get $chunkCount)) (then (return (i32.const -1))))
      (local.set $head (i32.and (local.get $head) (i32.const 7)))
      (if (i32.eq (local.get $head) (i32.const 7))
        (then
          ;; Several fields: a byte says which, and which of them more than once.
          (local.set $mask (i32.load8_u (local.get $at)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (local.set $tf
            (f64.add
              (f64.add
                (f64.mul
                  (f64.convert_i32_u (i32.and (local.get $mask) (i32.const 1)))
                  (f64.load
                    (i32.add
                      (local.get $norms)
                      (i32.shl
                        (i32.load16_u (i32.add (local.get $lengths) (i32.shl (local.get $chunk) (i32.const 1))))
                        (i32.const 3)))))
                (f64.mul
                  (f64.convert_i32_u (i32.and (i32.shr_u (local.get $mask) (i32.const 1)) (i32.const 1)))
                  (f64.load
                    (i32.add
                      (i32.add (local.get $norms) (local.get $normBytes))
                      (i32.shl
                        (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (local.get $chunkCount) (local.get $chunk)) (i32.const 1))))
                        (i32.const 3))))))
              (f64.add
                (f64.mul
                  (f64.convert_i32_u (i32.and (i32.shr_u (local.get $mask) (i32.const 2)) (i32.const 1)))
                  (f64.load
                    (i32.add
                      (i32.add (local.get $norms) (i32.mul (i32.const 2) (local.get $normBytes)))
                      (i32.shl
                        (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (i32.const 2) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                        (i32.const 3)))))
                (f64.mul
                  (f64.convert_i32_u (i32.and (i32.shr_u (local.get $mask) (i32.const 3)) (i32.const 1)))
                  (f64.load
                    (i32.add
                      (i32.add (local.get $norms) (i32.mul (i32.const 3) (local.get $normBytes)))
                      (i32.shl
                        (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (i32.const 3) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                        (i32.const 3))))))))
          (local.set $mask (i32.shr_u (local.get $mask) (i32.const 4)))
          (block $counted
            (loop $repeated
              (br_if $counted (i32.eqz (local.get $mask)))
              (local.set $head (i32.const 0))
              (local.set $shift (i32.const 0))
              (loop $more
                (local.set $byte (i32.load8_u (local.get $at)))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (local.set $head
                  (i32.or (local.get $head)
                    (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
                (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
                (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))
              (local.set $field (i32.ctz (local.get $mask)))
              (local.set $tf
                (f64.add (local.get $tf)
                  (f64.mul
                    (f64.convert_i32_u (i32.add (local.get $head) (i32.const 1)))
                    (f64.load
                      (i32.add
                        (i32.add (local.get $norms) (i32.mul (local.get $field) (local.get $normBytes)))
                        (i32.shl
                          (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (local.get $field) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                          (i32.const 3)))))))
              (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
              (br $repeated))))
        (else
          ;; One field. The frequency is 1, 2, or for codes 5 and 6 a number of its own above 3; a nibble a code says which.
          (local.set $mask (i32.const 0))
          (if (i32.ge_u (local.get $head) (i32.const 5))
            (then
              (local.set $shift (i32.const 0))
              (loop $more
                (local.set $byte (i32.load8_u (local.get $at)))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (local.set $mask
                  (i32.or (local.get $mask)
                    (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
                (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
                (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))))
          (local.set $shift (i32.shl (local.get $head) (i32.const 2)))
          ;; The field: text for codes 0, 1, 5, code for 2, 3, 6, heading for 4.
          (local.set $field (i32.and (i32.shr_u (i32.const 0x3213322) (local.get $shift)) (i32.const 7)))
          (local.set $tf
            (f64.mul
              (f64.convert_i32_u
                (i32.add (local.get $mask)
                  (i32.and (i32.shr_u (i32.const 0x3312121) (local.get $shift)) (i32.const 7))))
              (f64.load
                (i32.add
                  (i32.add (local.get $norms) (i32.mul (local.get $field) (local.get $normBytes)))
                  (i32.shl
                    (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (local.get $field) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                    (i32.const 3))))))))
      (if (f64.gt (local.get $tf) (local.get $most)) (then (local.set $most (local.get $tf))))
      (i32.store (local.get $chunks) (local.get $chunk))
      (f64.store (local.get $tfs) (local.get $tf))
      (local.set $chunks (i32.add (local.get $chunks) (i32.const 4)))
      (local.set $tfs (i32.add (local.get $tfs) (i32.const 8)))
      (br $next)))
  (f64.store (local.get $tfs) (local.get $most))
  (i32.shr_u (i32.sub (local.get $chunks) (local.get $first)) (i32.const 2)))

;; Adds what a term is worth to the score of every chunk that holds it and whose score is at least `need`:
;;   score += round(factor * (tf / (tf + k1)))
;; With sums (float64 a chunk; address 0 for none) the terms of a concept saturate together. A chunk whose mark is not `mark`
;; holds no term of the concept yet, and its sum is taken as 0:
;;   tf *= share, score += round(factor * (k1 * tf / ((sum + tf + k1) * (sum + k1)))), sum += tf
;; What is added is rounded to a multiple of 2^-36, so that scores are the same in whatever order terms are added.
;; chunks, tfs, count: as "readPostings" has them; scores: float64 a chunk; maxima: float64, the greatest score of every 16 chunks;
;; marks: a byte a chunk.
(func (export "addTerm")
  (param $chunks i32) (param $tfs i32) (param $count i32) (param $scores i32) (param $maxima i32)
  (param $factor f64) (param $k1 f64) (param $share f64) (param $sums i32) (param $marks i32) (param $mark i32)
  (param $need f64)
  (local $end i32) (local $chunk i32) (local $slot i32) (local $at i32) (local $tf f64) (local $sum f64) (local $score f64)
  (local $bits i64)
  (local.set $end (i32.add (local.get $chunks) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $chunks) (local.get $end)))
      (local.set $chunk (i32.load (local.get $chunks)))
      (local.set $tf (f64.load (local.get $tfs)))
      (local.set $chunks (i32.add (local.get $chunks) (i32.const 4)))
      (local.set $tfs (i32.add (local.get $tfs) (i32.const 8)))
      (local.set $slot (i32.add (local.get $scores) (i32.shl (local.get $chunk) (i32.const 3))))
      (local.set $score (f64.load (local.get $slot)))
      (br_if $next (f64.lt (local.get $score) (local.get $need)))
      (block $saturated
        (if (local.get $sums)
          (then
            (local.set $tf (f64.mul (local.get $share) (local.get $tf)))
            (local.set $at (i32.add (local.get $sums) (i32.shl (local.get $chunk) (i32.const 3))))
            (if (i32.eq (i32.load8_u (i32.add (local.get $marks) (local.get $chunk))) (local.get $mark))
              (then
                (local.set $sum (f64.load (local.get $at)))
                (f64.store (local.get $at) (f64.add (local.get $sum) (local.get $tf)))
                (local.set $tf
                  (f64.div
                    (f64.mul (local.get $k1) (local.get $tf))
                    (f64.mul
                      (f64.add (f64.add (local.get $sum) (local.get $tf)) (local.get $k1))
                      (f64.add (local.get $sum) (local.get $k1)))))
                (br $saturated)))
            (i32.store8 (i32.add (local.get $marks) (local.get $chunk)) (local.get $mark))
            (f64.store (local.get $at) (local.get $tf))))
        (local.set $tf (f64.div (local.get $tf) (f64.add (local.get $tf) (local.get $k1)))))
      (local.set $score
        (f64.add (local.get $score)
          ;; 1.5 * 2^16: a number of that size has its last bit at 2^-36.
          (f64.sub
            (f64.add (f64.mul (local.get $factor) (local.get $tf)) (f64.const 98304))
            (f64.const 98304))))
      (f64.store (local.get $slot) (local.get $score))
      ;; Scores are not negative here, and so compare as their bits do, which takes no branch.
      (local.set $slot
        (i32.add (local.get $maxima) (i32.shl (i32.shr_u (local.get $chunk) (i32.const 4)) (i32.const 3))))
      (local.set $bits (i64.load (local.get $slot)))
      (i64.store (local.get $slot)
        (select
          (i64.reinterpret_f64 (local.get $score))
          (local.get $bits)
          (i64.gt_u (i64.reinterpret_f64 (local.get $score)) (local.get $bits))))
      (br $next))))

;; Of postings that were read picks those of rows that were noted, both ascending: for each row it leaps ahead, twice as far each time,
;; and halves the last leap. chunks, tfs, count: as "readPostings" has them; numbers: u32 each; picked, pickedTfs: room for as many
;; as there are numbers. Returns how many were picked.
(func (export "pickPostings")
  (param $chunks i32) (param $tfs i32) (param $count i32) (param $numbers i32) (param $noted i32)
  (param $picked i32) (param $pickedTfs i32)
  (result i32)
  (local $low i32) (local $high i32) (local $middle i32) (local $end i32) (local $number i32) (local $numbersEnd i32)
  (local $first i32)
  (local.set $first (local.get $picked))
  (local.set $low (local.get $chunks))
  (local.set $end (i32.add (local.get $chunks) (i32.shl (local.get $count) (i32.const 2))))
  (local.set $numbersEnd (i32.add (local.get $numbers) (i32.shl (local.get $noted) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $numbers) (local.get $numbersEnd)))
      (br_if $done (i32.ge_u (local.get $low) (local.get $end)))
      (local.set $number (i32.load (local.get $numbers)))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
      (local.set $middle (i32.const 4))
      (block $passed
        (loop $leap
          (local.set $high (i32.add (local.get $low) (local.get $middle)))
          (br_if $passed (i32.ge_u (local.get $high) (local.get $end)))
          (br_if $passed (i32.ge_u (i32.load (local.get $high)) (local.get $number)))
          (local.set $low (local.get $high))
          (local.set $middle (i32.shl (local.get $middle) (i32.const 1)))
          (br $leap)))
      (if (i32.gt_u (local.get $high) (local.get $end)) (then (local.set $high (local.get $end))))
      (block $found
        (loop $halve
          (br_if $found (i32.ge_u (local.get $low) (local.get $high)))
          (local.set $middle
            (i32.add (local.get $low)
              (i32.shl (i32.shr_u (i32.sub (local.get $high) (local.get $low)) (i32.const 3)) (i32.const 2))))
          (if (i32.lt_u (i32.load (local.get $middle)) (local.get $number))
            (then (local.set $low (i32.add (local.get $middle) (i32.const 4))))
            (else (local.set $high (local.get $middle))))
          (br $halve)))
      (br_if $done (i32.ge_u (local.get $low) (local.get $end)))
      (if (i32.eq (i32.load (local.get $low)) (local.get $number))
        (then
          (i32.store (local.get $picked) (local.get $number))
          (f64.store (local.get $pickedTfs)
            (f64.load
              (i32.add (local.get $tfs) (i32.shl (i32.sub (local.get $low) (local.get $chunks)) (i32.const 1)))))
          (local.set $picked (i32.add (local.get $picked) (i32.const 4)))
          (local.set $pickedTfs (i32.add (local.get $pickedTfs) (i32.const 8)))
          (local.set $low (i32.add (local.get $low) (i32.const 4)))))
      (br $next)))
  (i32.shr_u (i32.sub (local.get $picked) (local.get $first)) (i32.const 2)))

;; Notes the rows whose score is above a threshold, of some groups of 16.
;; scores: float64 a row; maxima: as in "addTerm"; numbers: u32 each. Returns how many were noted, in order of rows.
(func (export "noteAbove")
  (param $scores i32) (param $maxima i32) (param $group i32) (param $groupEnd i32) (param $threshold f64) (param $numbers i32)
  (result i32)
  (local $row i32) (local $end i32) (local $slot i32) (local $firstNumber i32)
  (local.set $firstNumber (local.get $numbers))
  (block $done
    (loop $groups
      (br_if $done (i32.ge_u (local.get $group) (local.get $groupEnd)))
      (if
        (f64.gt
          (f64.load (i32.add (local.get $maxima) (i32.shl (local.get $group) (i32.const 3))))
          (local.get $threshold))
        (then
          (local.set $row (i32.shl (local.get $group) (i32.const 4)))
          (local.set $end (i32.add (local.get $row) (i32.const 16)))
          (local.set $slot (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 3))))
          (loop $rows
            (i32.store (local.get $numbers) (local.get $row))
            (local.set $numbers
              (i32.add (local.get $numbers)
                (i32.shl (f64.gt (f64.load (local.get $slot)) (local.get $threshold)) (i32.const 2))))
            (local.set $slot (i32.add (local.get $slot) (i32.const 8)))
            (local.set $row (i32.add (local.get $row) (i32.const 1)))
            (br_if $rows (i32.lt_u (local.get $row) (local.get $end))))))
      (local.set $group (i32.add (local.get $group) (i32.const 1)))
      (br $groups)))
  (i32.shr_u (i32.sub (local.get $numbers) (local.get $firstNumber)) (i32.const 2)))

;; Of rows that were noted keeps those whose score is above a threshold, in place. Returns how many are left.
(func (export "keepAbove")
  (param $scores i32) (param $numbers i32) (param $count i32) (param $threshold f64)
  (result i32)
  (local $at i32) (local $end i32) (local $kept i32) (local $row i32)
  (local.set $at (local.get $numbers))
  (local.set $kept (local.get $numbers))
  (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $row (i32.load (local.get $at)))
      (i32.store (local.get $kept) (local.get $row))
      (local.set $kept
        (i32.add (local.get $kept)
          (i32.shl
            (f64.gt
              (f64.load (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 3))))
              (local.get $threshold))
            (i32.const 2))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $next)))
  (i32.shr_u (i32.sub (local.get $kept) (local.get $numbers)) (i32.const 2)))
